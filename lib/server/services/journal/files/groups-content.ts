import 'server-only';
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
import type { KeyValue } from '@/lib/server/services/journal/snapshot/ranked-column';
import { cellKind } from './lines-content';
import type { FileColumn, FileContent } from './journal-file';

/** As many as all fields of 100,000 lines have, and some more. */
const mostCells = 20_000_000;

/**
 * The lines that match as the page shows them in groups, whole: first what all of them come to.
 * @param order the column that groups are sorted by; null: the natural order of their keys.
 * @throws ConsoleError `invalid-request` for a table with more columns or cells than a file may have.
 */
export function groupsContent(
  lines: JournalSnapshot,
  query: JournalQuery,
  grouping: Grouping,
  order: SortKey | null,
): FileContent {
  const { by, sum, pivot } = grouping;
  const table = linesAcross(lines, query, grouping, mostColumns);
  const measures = measureColumns({ sum: [...sum], across: [...table.across] });
  const columns = [...by.map(keyColumn), ...measures.map((measure) => measureColumn(measure, pivot))];
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
  const names = (fields: readonly FileColumn[]) => fields.map(({ head }) => head).join(', ') || 'nothing';
  const keys = columns.slice(0, by.length);
  return {
    unit: 'group',
    sheet: 'Groups',
    title: 'Item journal lines that are not posted, in groups',
    columns,
    total: [...by.map((_, at) => (at === 0 ? 'All' : '')), ...valuesOf(total)],
    count: groups.length,
    covers: ` of ${String(total.count)} lines`,
    rows: () => rowsOf(groups, by, table, valuesOf),
    frozen: by.length,
    isFiltered: false, // a filter would take the total for one more group
    about: [
      ['Grouped by', names(keys)],
      ...(pivot ? [['Across', keyLabel(pivot)] satisfies [string, string]] : []),
      ['Added up', names(columns.slice(by.length + 1, by.length + 1 + sum.length))],
      ['Sorted by', sorted ? `${sorted.head}${order?.descending ? ' descending' : ''}` : names(keys)],
    ],
    noted: {
      before: `by ${by.map(({ name }) => name).join(',')}, sum ${sum.join(',') || 'none'}, across ${pivot?.name ?? 'none'}`,
      after: `order ${JSON.stringify(order)}`,
    },
    chosen: {
      words: `by ${by.map(({ name }) => name).join(' ')}`,
      all: { query, by: by.map(({ name }) => name), sum, pivot: pivot?.name ?? null, order },
    },
  };
}

function* rowsOf(
  groups: readonly GroupAcross[],
  keys: readonly GroupingKey[],
  { added }: LinesAcross,
  valuesOf: (added: AddedAcross) => SheetValue[],
): Generator<SheetValue[]> {
  for (const { key, parts } of groups)
    yield [...keys.map((one, at) => keyValue(one, key[at] ?? '')), ...valuesOf(added(parts))];
}

/** A week is written as its Monday, a month as `YYYY-MM`. */
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

/** What is not set is said: an empty cell could be taken for the row of all lines. */
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

/** A sum as a number where a number has all of its places; else as the text that it is. */
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
