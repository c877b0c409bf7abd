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
} from '@/lib/server/services/journal/snapshot/lines-across';
import type { KeyValue } from '@/lib/server/services/journal/snapshot/line-groups';
import { aboutSums, cellKind, entityName, exactValue } from './file-values';
import type { FileColumn, FileContent, FileSheet } from './journal-file';

/** More than all fields of 100,000 lines. */
const mostCells = 20_000_000;

/**
 * The matching lines in groups, with names of entities in their own column. With two and more keys another sheet has the
 * subtotals.
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
  const isWide = table.moreAcross > 0 || columns.length > mostColumns;
  if (isWide || columns.length * table.groups.length > mostCells) {
    const size = `${(isWide ? mostColumns : mostCells).toLocaleString('en')} ${isWide ? 'columns' : 'cells'}`;
    throw new ConsoleError(
      'invalid-request',
      `This table has more than ${size}. Filter the lines, or choose another field across. Nothing was exported.`,
    );
  }
  const groups = groupsInOrder(table.groups, order, {
    ...{ keys: by, columns: measures },
    figureOf: ({ parts }, { field, across }) =>
      table.figure(parts, field === linesCounted ? null : field.name, across),
  });
  const valuesOf = (added: AddedAcross) => measures.map(({ of }) => exactValue(of(added)));
  const total = table.added(table.all);
  const sorted = columns.find(({ name }) => name === order?.field);
  const heads = (fields: readonly FileColumn[]) => fields.map(({ head }) => head).join(', ') || 'nothing';
  const groupedBy = heads(by.map(keyColumn));
  const sheet = (name: string, rows: readonly GroupAcross[], count: number): FileSheet => ({
    ...{ name, columns, frozen: keys.length, count },
    rows: function* () {
      for (const { key, parts } of rows)
        yield [...by.flatMap((one, at) => keyValues(one, key[at], names)), ...valuesOf(table.added(parts))];
    },
    totals: [[...keys.map((_, at) => (at === 0 ? 'Total' : '')), ...valuesOf(total)]],
  });
  return {
    unit: 'group',
    title: 'Item journal lines that are not posted, in groups',
    sheets: [
      sheet('Groups', groups, groups.length),
      ...(by.length > 1 ? [sheet('Subtotals', table.subtotals, 0)] : []),
    ],
    covers: ` of ${String(total.count)} lines`,
    about: [
      ['Grouped by', groupedBy],
      ...(pivot ? [['Across', keyLabel(pivot)] satisfies [string, string]] : []),
      ['Added up', heads(columns.slice(keys.length + 1, keys.length + 1 + sum.length))],
      ['Sorted by', sorted ? `${sorted.head}${order?.descending ? ' descending' : ''}` : groupedBy],
      ...aboutSums(total, lines.leftOut(query, sum)),
    ],
    noted: {
      before: `by ${by.map(({ name }) => name).join(',')}, sum ${sum.join(',') || 'none'}, across ${pivot?.name ?? 'none'}`,
      after: `order ${JSON.stringify(order)}`,
    },
    chosen: `by ${by.map(keyLabel).join(' ')}`,
  };
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
  return isNamed(key, names) ? [keyColumn(key), entityName] : [keyColumn(key)];
}

/** @param value undefined: the row is a subtotal over all values of this key. */
function keyValues(key: GroupingKey, value: KeyValue | undefined, names: EntityNames): SheetValue[] {
  const shown = value === undefined ? 'All' : keyValue(key, value);
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
