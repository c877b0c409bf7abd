import 'server-only';
import type Database from 'libsql';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import {
  decimalText,
  exactDecimal,
  exactSum,
  exactZero,
  type ExactDecimal,
} from '@/lib/domain/exact-decimal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { countsGoods, summed, type Summed } from '@/lib/domain/journal/movement';
import { ConsoleError } from '@/lib/server/console-error';
import {
  amountsWay,
  folded,
  goodsWay,
  otherDecimalsColumn,
  quoted,
  readSql,
  sortSql,
  unitsOfOne,
  unsetValue,
  valueOf,
  type FieldValue,
  type SqlPart,
  type StoredValue,
} from './snapshot-columns';

/** A group's value; empty text: not set. */
export type KeyValue = Exclude<FieldValue, null>;

/** Whole units in two parts, and other decimals with their signs as members of a JSON array. */
type SumColumns = [high: (number | null)[], low: (number | null)[], others?: (string | null)[]];
/** First and last unit of measure, and of a quantity in base units first and last item; null: no quantities. */
type UnitColumns = (string | null)[][];

/** What is added up, of all groups: an object for each group would take ten times the memory. */
interface AddedColumns {
  sums: readonly SumColumns[];
  /** By quantity field. */
  units: readonly (readonly [field: string, UnitColumns])[];
}

export class LineGroup {
  /** @param at index of this group in the columns. */
  constructor(
    readonly key: readonly KeyValue[],
    readonly count: number,
    readonly columns: AddedColumns,
    readonly at: number,
  ) {}

  /** @param at index of the sum among those asked for. */
  sum(at: number): ExactDecimal {
    const [high, low, others] = this.columns.sums[at] ?? [[], []];
    const units = BigInt(high[this.at] ?? 0) * BigInt(partUnits) + BigInt(low[this.at] ?? 0);
    const members = others?.[this.at] ?? null;
    if (members === null) return { units, places };
    const signed = JSON.parse(`[${members}]`) as [sign: number, decimal: number | string][]; // as `sumSql` selects them
    return signed
      .map(([sign, decimal]) => ({ sign: BigInt(sign), ...exactDecimal(decimal) }))
      .map((one) => ({ ...one, units: one.sign * one.units }))
      .reduce(exactSum, { units, places });
  }
}

/** Quantity fields whose lines in these groups have several units of measure. */
export function mixedIn(groups: readonly LineGroup[]): string[] {
  const isSeveral = (columns: UnitColumns): boolean => {
    let known: string | null = null;
    for (const column of columns)
      for (const { at } of groups) {
        const one = column[at] ?? null;
        if (one !== null && one !== (known ??= one) && folded(one) !== folded(known)) return true;
      }
    return false;
  };
  const isMixed = ([first, last, ...items]: UnitColumns): boolean =>
    isSeveral([first ?? [], last ?? []]) && (items.length === 0 || isSeveral(items));
  return (groups[0]?.columns.units ?? []).flatMap(([field, columns]) => (isMixed(columns) ? [field] : []));
}

const places = Math.log10(unitsOfOne);

/** These groups as one. @param names of the sums that the groups were asked for. */
export function added(parts: readonly LineGroup[], names: readonly string[]): LinesAdded {
  const mixed = mixedIn(parts);
  return {
    count: countOf(parts),
    sums: Object.fromEntries(names.map((name, at) => [name, sumOf(parts, at)])),
    ...(mixed.length > 0 && { mixed }),
  };
}

export function countOf(parts: readonly LineGroup[]): number {
  return parts.reduce((count, part) => count + part.count, 0);
}

/** The exact sum at this index of those asked for, over all these groups. */
export function sumOf(parts: readonly LineGroup[], at: number): string {
  return decimalText(parts.reduce((sum, part) => exactSum(sum, part.sum(at)), exactZero));
}

interface GroupedBy {
  keys: readonly GroupingKey[];
  sums: readonly string[];
  others: ReadonlySet<string>;
  most: number;
}

/** Units are added up in two parts, so that no sum leaves SQLite's 64-bit integers. */
const partUnits = 1_000_000;
/** Some hundred megabytes with keys and sums. */
export const mostLineGroups = 1_000_000;

/**
 * Groups of matching lines, in natural order, with counts and sums; case does not matter. No keys make one group.
 * @throws ConsoleError `invalid-request` for more groups than `most`.
 */
export function groupedLines(
  database: Database.Database,
  where: SqlPart,
  { keys, sums, others, most }: GroupedBy,
): LineGroup[] {
  const sorts = keys.map(keySql);
  const shown = keys.map((key, at) =>
    key.field.kind === 'date' ? sorts[at] : `min(${readSql(key.field.name, others)})`,
  );
  const asked = sums.flatMap((name) => summed(name) ?? []);
  const sumColumns = asked.map((one) => sumSql(one, others));
  const fields = [...new Set(asked.map(({ field }) => field))].filter(({ unit }) => unit !== undefined);
  const unitColumns = fields.map(unitsSql);
  const selected = [...shown, 'count(*)', ...sumColumns.flat(), ...unitColumns.flat()].map((sql, at) => ({
    sql,
    as: `c${String(at)}`,
  }));
  const places = sorts.join(', ');
  const grouped = places === '' ? '' : `GROUP BY ${places} ORDER BY ${places} LIMIT ${String(most + 1)}`;
  // JSON texts of columns are several times faster than rows.
  const row = database
    .prepare(
      `SELECT ${selected.map(({ as }) => `json_group_array(${as})`).join(', ')}
      FROM (SELECT ${selected.map(({ sql, as }) => `${sql} AS ${as}`).join(', ')} FROM lines ${where.sql} ${grouped})`,
    )
    .raw()
    .get(...where.values) as string[];
  const columns = row.map((json) => JSON.parse(json) as StoredValue[]); // as the writer stored them, and sums
  const [counts = []] = columns.splice(keys.length, 1);
  if (counts.length > most)
    throw new ConsoleError(
      'invalid-request',
      `These lines make more than ${most.toLocaleString('en')} groups, which is more than the console puts together. Nothing was changed or exported. Filter the lines, or group them by fewer fields.`,
    );
  const rest = columns.splice(keys.length);
  const values = keys.map((key, at) => keyValues(key, columns[at] ?? []));
  const added: AddedColumns = {
    sums: sumColumns.map(({ length }) => rest.splice(0, length) as SumColumns), // as `sumSql` selects them
    units: fields.map(({ name }, at) => [name, rest.splice(0, unitColumns[at]?.length) as UnitColumns]), // and `unitsSql`
  };
  return counts.map((count, at) => {
    const key = values.map((column) => column[at] ?? '');
    return new LineGroup(key, Number(count), added, at);
  });
}

function keySql({ field, part }: GroupingKey): string {
  const sort = sortSql(field);
  if (field.kind !== 'date') return sort;
  const spans = {
    year: `substr(${sort}, 1, 4)`,
    month: `substr(${sort}, 1, 7)`,
    week: `date(${sort}, '-6 days', 'weekday 1')`,
  };
  return `iif(${sort} = '${String(unsetValue.date)}', '', ${part === null ? sort : spans[part]})`;
}

/** Texts that differ in case only become the first by code unit. */
function keyValues({ field }: GroupingKey, stored: readonly StoredValue[]): KeyValue[] {
  const distinct = [...new Set(stored)].map((one) => {
    const held = valueOf(field.kind, one);
    const value = held === null || isUnset(held) ? '' : held;
    return { one, value, form: typeof value === 'string' ? folded(value) : value };
  });
  const first = new Map<KeyValue, KeyValue>();
  for (const { value, form } of distinct) {
    const known = first.get(form);
    if (known === undefined || value < known) first.set(form, value);
  }
  const shown = new Map(distinct.map(({ one, form }) => [one, first.get(form) ?? '']));
  return stored.map((one) => shown.get(one) ?? '');
}

function sumSql({ field, flow }: Summed, others: ReadonlySet<string>): string[] {
  const column = quoted(field.name);
  const way = countsGoods(field) ? goodsWay : amountsWay;
  const ways = { in: [`${way} = 1`], out: [`${way} = -1`], net: [`${way} <> 0`] };
  const among = flow === null ? [] : ways[flow];
  const sign = flow === 'net' ? way : '1';
  const filtered = (sum: string, conditions: readonly string[]): string =>
    conditions.length === 0 ? sum : `${sum} FILTER (WHERE ${conditions.join(' AND ')})`;
  const other = others.has(field.name) ? `${otherDecimalsColumn} -> '${field.name}'` : null;
  const whole = other === null ? among : [...among, `${other} IS NULL`];
  const parts = ['/', '%'].map((part) =>
    filtered(`sum(${flow === 'net' ? `${way} * ` : ''}(${column} ${part} ${String(partUnits)}))`, whole),
  );
  return other === null
    ? parts
    : [...parts, filtered(`group_concat('[' || ${sign} || ',' || (${other}) || ']')`, among)];
}

/** By the plain texts without case, which is twice as fast as by sort keys; `mixedIn` compares them in capitals. */
function unitsSql({ name, unit }: JournalField): string[] {
  const text = (field: string): string => `coalesce(${quoted(field)}, '')`;
  const item = text('ItemNo'); // one item has one base unit
  const lineUnit = text('UnitofMeasureCode');
  // A line in boxes does not name its base unit.
  const isBase = `${quoted('QtyperUnitofMeasure')} IN (0, ${String(unitsOfOne)})`;
  const units = {
    line: [lineUnit],
    base: [`iif(${isBase}, ${lineUnit}, '1/' || ${item})`, item],
    capacity: [text('CapUnitofMeasureCode')],
  };
  return (unit === undefined ? [] : units[unit]).flatMap((one) =>
    ['min', 'max'].map((edge) => `${edge}(${one} COLLATE NOCASE) FILTER (WHERE ${quoted(name)} <> 0)`),
  );
}
