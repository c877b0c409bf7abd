import 'server-only';
import type { EntityNames } from '@/lib/domain/access/names/named';
import {
  groupsInOrder,
  keyLabel,
  linesCounted,
  measureColumns,
  unsetKeyWords,
  type MeasureColumn,
} from '@/lib/domain/journal/group-table';
import type { Grouping, GroupingKey } from '@/lib/domain/journal/grouping';
import type { JournalQuery, SortKey } from '@/lib/domain/journal/query';
import { mostColumns, type SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import { ConsoleError } from '@/lib/server/console-error';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import {
  linesAcross,
  type AddedAcross,
  type GroupAcross,
  type LinesAcross,
} from '@/lib/server/services/journal/snapshot/lines-across';
import type { KeyValue } from '@/lib/server/services/journal/snapshot/line-groups';
import { cellKind } from './lines-content';
import type { FileColumn, FileContent } from './journal-file';

/** More than all fields of 100,000 lines. */
const mostCells = 20_000_000;

/**
 * The matching lines in groups, total first, with names of entities in their own column.
 * @param order the column to sort by; null: the natural order of the keys.
 * @throws ConsoleError `invalid-request` for a table that is too large.
 */
export function groupsContent(
  lines: JournalSnapshot,
  query: JournalQuery,
  grouping: Grouping,
  order: SortKey | null,
  names: EntityNames,
): FileContent {
  const { by, sum, pivot } = grouping;
  const table = linesAcross(lines, query, grouping, mostColumns);
  const measures = measureColumns({ sum: [...sum], across: [...table.across] });
  const keys = by.flatMap((key) => keyColumns(key, names));
  const columns = [...keys, ...measures.map((measure) => measureColumn(measure, pivot))];
  if (table.moreAcross > 0 || columns.length > mostColumns)
    throw tooLarge(`more columns than the ${inEnglish(mostColumns)} of a sheet`);
  if (columns.length * table.groups.length > mostCells)
    throw tooLarge(`more than ${inEnglish(mostCells)} cells`);
  const groups = groupsInOrder(table.groups, order, {
    ...{ keys: by, columns: measures },
    keyOf: ({ key }) => [...key],
    figureOf: ({ parts }, { field, across }) =>
      table.figure(parts, field === linesCounted ? null : field.name, across),
  });
  const valuesOf = (added: AddedAcross) => measures.map(({ of }) => exactValue(of(added)));
  const total = table.added(table.all);
  const sorted = columns.find(({ name }) => name === order?.field);
  const heads = (fields: readonly FileColumn[]) => fields.map(({ head }) => head).join(', ') || 'nothing';
  const groupedBy = heads(by.map(keyColumn));
  return {
    unit: 'group',
    sheet: 'Groups',
    title: 'Item journal lines that are not posted, in groups',
    columns,
    total: [...keys.map((_, at) => (at === 0 ? 'All' : '')), ...valuesOf(total)],
    count: groups.length,
    covers: ` of ${String(total.count)} lines`,
    rows: () => rowsOf(groups, { keys: by, names }, table, valuesOf),
    frozen: keys.length,
    isFiltered: false, // a filter would treat the total as a group
    about: [
      ['Grouped by', groupedBy],
      ...(pivot ? [['Across', keyLabel(pivot)] satisfies [string, string]] : []),
      ['Added up', heads(columns.slice(keys.length + 1, keys.length + 1 + sum.length))],
      ['Sorted by', sorted ? `${sorted.head}${order?.descending ? ' descending' : ''}` : groupedBy],
    ],
    noted: {
      before: `by ${by.map(({ name }) => name).join(',')}, sum ${sum.join(',') || 'none'}, across ${pivot?.name ?? 'none'}`,
      after: `order ${JSON.stringify(order)}`,
    },
    chosen: {
      words: `by ${by.map(keyLabel).join(' ')}`,
      all: { query, by: by.map(({ name }) => name), sum, pivot: pivot?.name ?? null, order },
    },
  };
}

function* rowsOf(
  groups: readonly GroupAcross[],
  { keys, names }: { keys: readonly GroupingKey[]; names: EntityNames },
  { added }: LinesAcross,
  valuesOf: (added: AddedAcross) => SheetValue[],
): Generator<SheetValue[]> {
  for (const { key, parts } of groups)
    yield [...keys.flatMap((one, at) => keyValues(one, key[at] ?? '', names)), ...valuesOf(added(parts))];
}

/** A week appears as its Monday, a month as `YYYY-MM`. */
function keyColumn(key: GroupingKey): FileColumn {
  const { name, field, part } = key;
  const kinds = { week: 'date', month: 'text', year: 'whole' } as const;
  return {
    head: part === 'week' ? `${keyLabel(key)} from Monday` : keyLabel(key),
    name,
    kind: part === null ? cellKind(field) : kinds[part],
    width: 24,
  };
}

function keyColumns(key: GroupingKey, names: EntityNames): FileColumn[] {
  if (!isNamed(key, names)) return [keyColumn(key)];
  return [
    keyColumn(key),
    { head: 'Entity name', name: 'what the entity is called', kind: 'text', width: 30 },
  ];
}

function keyValues(key: GroupingKey, value: KeyValue, names: EntityNames): SheetValue[] {
  const shown = keyValue(key, value);
  return isNamed(key, names) ? [shown, names.get(String(value)) ?? ''] : [shown];
}

function isNamed({ field }: GroupingKey, names: EntityNames): boolean {
  return field.name === 'BssiEntityID' && names.size > 0;
}

/** Unset values get a word, because an empty cell could be mistaken for the total. */
function keyValue(key: GroupingKey, value: KeyValue): SheetValue {
  if (value === '') return unsetKeyWords(key);
  return key.part === 'year' ? Number(value) : value;
}

function measureColumn({ name, field, across }: MeasureColumn, pivot: Grouping['pivot']): FileColumn {
  const label = pivot && across !== undefined ? `${acrossWords(pivot, across)}: ${field.label}` : field.label;
  return { head: label, name, kind: field === linesCounted ? 'whole' : 'decimal', width: 18 };
}

function acrossWords(key: GroupingKey, value: KeyValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(keyValue(key, value));
}

/** A sum as a number if a number holds it exactly, else as text. */
function exactValue(value: number | string | undefined): SheetValue {
  if (value === undefined) return '';
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

const inEnglish = (count: number): string => count.toLocaleString('en');

function tooLarge(than: string): ConsoleError {
  return new ConsoleError(
    'invalid-request',
    `This table has ${than}. Filter the lines, or choose another field across. Nothing was exported.`,
  );
}
