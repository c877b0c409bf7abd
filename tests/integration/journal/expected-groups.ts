import type { JournalRow, LinesAdded } from '@/lib/contract/journal/journal';
import type { Grouping, GroupingKey } from '@/lib/domain/journal/grouping';

type Value = string | number | boolean;

interface ExpectedGroups {
  groups: (LinesAdded & { key: Value[]; cells?: (LinesAdded | null)[] })[];
  subtotals?: (LinesAdded & { key: Value[]; cells?: (LinesAdded | null)[] })[];
  total: LinesAdded & { cells?: (LinesAdded | null)[] };
  across: Value[];
  more: { groups: number; across: number };
  complete: boolean;
}

/**
 * The groups of these lines, worked out in the plainest way. For lines whose codes differ in more than case, in fewer
 * groups than are sent at most.
 */
export function expectedGroups(lines: readonly JournalRow[], { by, sum, pivot }: Grouping): ExpectedGroups {
  const parted = (some: readonly JournalRow[], keys: readonly GroupingKey[]) => {
    const parts = new Map<string, { key: Value[]; lines: JournalRow[] }>();
    for (const line of some) {
      const key = keys.map((one) => valueOf(line, one));
      const part = parts.get(JSON.stringify(key));
      if (part) part.lines.push(line);
      else parts.set(JSON.stringify(key), { key, lines: [line] });
    }
    return [...parts.values()].sort((a, b) => comparedKeys(a.key, b.key));
  };
  const all = pivot ? parted(lines, [pivot]) : [];
  const across = [...all].sort((a, b) => b.lines.length - a.lines.length).slice(0, 100);
  const values = all.filter((one) => across.includes(one)).map(({ key: [value = ''] }) => value);
  const withCells = (some: readonly JournalRow[]) => ({
    ...added(some, sum),
    ...(pivot && {
      cells: values.map((value) => {
        const inside = some.filter((line) => valueOf(line, pivot) === value);
        return inside.length > 0 ? added(inside, sum) : null;
      }),
    }),
  });
  const subtotals = by
    .slice(1)
    .flatMap((_, at) => parted(lines, by.slice(0, at + 1)))
    .sort((a, b) => comparedKeys(a.key, b.key) || a.key.length - b.key.length);
  const more = { groups: 0, across: all.length - across.length };
  return {
    groups:
      by.length === 0 ? [] : parted(lines, by).map(({ key, lines: own }) => ({ key, ...withCells(own) })),
    ...(by.length > 1 && {
      subtotals: subtotals.map(({ key, lines: own }) => ({ key, ...withCells(own) })),
    }),
    total: withCells(lines),
    across: values,
    more,
    complete: more.across === 0,
  };
}

/**
 * The lines counted and their fields added up as written, in whole numbers of the tenth place, and the fields of several
 * units. For lines in English.
 */
export function added(lines: readonly JournalRow[], names: readonly string[]): LinesAdded {
  const sumOf = (name: string): string => {
    const [field = '', flow] = name.split('.');
    const tenths = lines.reduce(
      (sum, line) => sum + signOf(line, field, flow) * asWritten(Number(line[field] ?? 0)),
      0n,
    );
    const digits = String(tenths).replace('-', '').padStart(11, '0');
    const text = `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '');
    return `${tenths < 0n ? '-' : ''}${text}`;
  };
  const fields = [...new Set(names.map((name) => name.split('.')[0] ?? ''))];
  const mixed = fields.filter((field) => {
    const own = lines.filter((line) => line[field] !== 0);
    const unit = /Time/.test(field) ? 'CapUnitofMeasureCode' : isQuantity(field) ? 'UnitofMeasureCode' : null;
    const isOne = (name: string) => new Set(own.map((line) => line[name])).size < 2;
    const areOne = !isBase(field)
      ? unit === null || isOne(unit)
      : isOne('ItemNo') || (isOne('UnitofMeasureCode') && own.every((line) => line['QtyperUnitofMeasure'] === 1));
    return !areOne;
  }); // prettier-ignore
  return {
    count: lines.length,
    sums: Object.fromEntries(names.map((name) => [name, sumOf(name)])),
    ...(mixed.length > 0 && { mixed }),
  };
}

const isQuantity = (field: string): boolean => /Quantity|Qty/.test(field) && !/Qtyper|Rounding/.test(field);
const isBase = (field: string): boolean => /Base$/.test(field) && !/Time/.test(field);

const into = new Set(['Purchase', 'Positive Adjmt.', 'Output', 'Assembly Output']);
const out = new Set(['Sale', 'Negative Adjmt.', 'Consumption', 'Assembly Consumption']);

/** How often a sum counts a line: once, not at all, or as what goes out. */
function signOf(line: JournalRow, field: string, flow: string | undefined): bigint {
  if (flow === undefined) return 1n;
  if (isQuantity(field) && line['ValueEntryType'] === 'Revaluation') return 0n;
  if (into.has(String(line['EntryType']))) return flow === 'out' ? 0n : 1n;
  if (!out.has(String(line['EntryType']))) return 0n;
  return flow === 'in' ? 0n : flow === 'out' ? 1n : -1n;
}

function asWritten(value: number): bigint {
  const written = /^(-?\d+)(?:\.(\d{1,10}))?$/.exec(JSON.stringify(value));
  if (!written) throw new Error(`${value} is not written plainly.`);
  return BigInt(`${written[1]}${(written[2] ?? '').padEnd(10, '0')}`);
}

function valueOf(line: JournalRow, { field, part }: GroupingKey): Value {
  const value = line[field.name] ?? '';
  if (typeof value !== 'string') return value;
  if (value.trim() === '' || value.startsWith('0001-01-01')) return '';
  if (part === null) return value;
  if (part === 'month') return value.slice(0, 7);
  if (part === 'year') return value.slice(0, 4);
  const day = new Date(`${value}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - sinceMonday * 86_400_000).toISOString().slice(0, 10);
}

const natural = new Intl.Collator('en', { numeric: true });

function comparedKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? '';
    const isNumeric = typeof value === 'number' && typeof other === 'number';
    const order = isNumeric ? value - other : natural.compare(String(value), String(other));
    if (order !== 0) return order;
  }
  return 0;
}
