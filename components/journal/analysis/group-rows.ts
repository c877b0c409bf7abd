import { fittingWidth } from '@/components/journal/table/cell-width';
import type { TableColumn } from '@/components/journal/table/table-model';
import {
  formatWithCode,
  inCurrency,
  labelWithCode,
  leastDecimals,
  severalUnits,
} from '@/components/journal/value-format';
import { widestColumn } from '@/components/journal/journal-parameters';
import type { JournalGroups, JournalRow } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { Currency } from '@/lib/domain/currency';
import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import type { JournalField } from '@/lib/domain/journal/fields';
import { spansBetween } from '@/lib/domain/journal/date-part';
import {
  groupsInOrder,
  keyLabel,
  linesCounted,
  measureColumns,
  type MeasureColumn,
} from '@/lib/domain/journal/group-table';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import { isMixed } from '@/lib/domain/journal/movement';
import type { SortKey } from '@/lib/domain/journal/query';
import { numberFormat } from '@/lib/domain/reader-formats';
import { usualSums } from './grouping-parameters';
import { isEntityKey, keyWords, nameAndId } from './key-words';

type Group = JournalGroups['groups'][number];
type KeyValue = Group['key'][number];

/** A group, subtotal or total as a row. */
export interface GroupRow {
  /** The values of the first keys: all of a group, none of the total. */
  key: readonly KeyValue[];
  /** Number of keys of a row of sums; null: a group. */
  level: number | null;
  added: Omit<Group, 'key'>;
  row: JournalRow;
}

/** `TableColumn` functions take the position on the page; these take the row. */
interface GroupColumn {
  column: TableColumn;
  across?: KeyValue;
  /** Strength of a tint, 0 to 1. */
  tintOf?: (row: GroupRow) => number;
  wordsOf?: (row: GroupRow) => string | null;
  hasLines?: (row: GroupRow) => boolean;
  /** "12 lines, Amount net 1,234.50". */
  inWords?: (row: GroupRow) => string;
}

export interface GroupTable {
  keys: readonly GroupingKey[];
  pivot: GroupingKey | undefined;
  columns: readonly GroupColumn[];
  rows: readonly GroupRow[];
  total: GroupRow;
}

/**
 * Lays groups out as rows and columns.
 * @param order null: the natural order of keys; an order that splits a subtotal's groups leaves subtotals out. @param
 * names of entities. @param currency named in the heads of amounts.
 */
export function groupTable(
  data: JournalGroups,
  order: SortKey | null,
  names = noEntityNames,
  currency: Currency | null = null,
): GroupTable {
  const keys = data.by.flatMap((name) => groupingKey(name) ?? []);
  const pivot = data.pivot === null ? undefined : groupingKey(data.pivot);
  const measures = measureColumns(data).filter((measure) => !isIdle(measure, data));
  const ordered = groupsInOrder(data.groups, order, {
    ...{ keys, columns: measures },
    figureOf: (group, column) => column.of(group),
  });
  const rowOf = (key: readonly KeyValue[], level: number | null, added: GroupRow['added']): GroupRow => {
    const row: JournalRow = { [shareField.name]: shareWords(added, data) };
    for (const [at, one] of keys.entries())
      if (at < key.length) row[one.name] = keyWords(one, key[at] ?? '', names);
    const next = keys[key.length];
    if (level !== null && next) row[next.name] = 'Total';
    for (const { name, of } of measures) {
      const value = numberIfExact(of(added));
      if (value !== undefined) row[name] = value;
    }
    return { key, level, added, row };
  };
  const areTogether = order === null || order.field === keys[0]?.name;
  const subtotals = new Map((data.subtotals ?? []).map((one) => [JSON.stringify(one.key), one]));
  const rows = ordered.flatMap((group, at) => {
    const next = ordered[at + 1]?.key;
    const ended = keys.length - 1 - sharedKeys(group.key, next);
    const own = rowOf(group.key, null, group);
    if (!areTogether || ended <= 0) return [own];
    const prefixes = Array.from({ length: ended }, (_, step) => group.key.slice(0, keys.length - 1 - step));
    return [
      own,
      ...prefixes.flatMap((key) => {
        const sums = subtotals.get(JSON.stringify(key));
        return sums === undefined ? [] : [rowOf(key, key.length, sums)];
      }),
    ];
  });
  const total = rowOf([], 0, data.total);
  return {
    ...{ keys, pivot, rows, total },
    columns: [
      ...keys.map((key) => ({ column: keyColumn(key, names) })),
      ...measures.map((measure) => measureColumn(measure, { rows, total, pivot, data, currency })),
    ],
  };
}

/** Number of leading values that two keys share. */
function sharedKeys(a: readonly KeyValue[], b: readonly KeyValue[] = []): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? a.length : at;
}

/** Whether a usual sum has no total in any group, because all have several units of measure. */
function isIdle({ field }: MeasureColumn, { groups, sum, pivot }: JournalGroups): boolean {
  const isUsual = sum.join() === usualSums(pivot).join();
  return isUsual && groups.length > 0 && groups.every((group) => isMixed(group, field.name));
}

function keyColumn(key: GroupingKey, names: EntityNames): TableColumn {
  const { field, name } = key;
  const isNamed = isEntityKey(key) && names.size > 0;
  const width = isNamed ? 230 : key.part === 'week' ? 190 : Math.max(field.width, 170);
  return {
    field: { name, kind: 'string', label: keyLabel(key), group: field.group, width },
    partsOf: isNamed ? nameAndId : undefined,
  };
}

interface Measured extends Pick<GroupTable, 'rows' | 'total' | 'pivot'> {
  data: JournalGroups;
  currency: Currency | null;
}

function measureColumn(measure: MeasureColumn, table: Measured): GroupColumn {
  const { name, field, across } = measure;
  const { rows, total, pivot, data, currency } = table;
  const over = pivot && across !== undefined ? overWords(pivot, across, data) : undefined;
  const groups = rows.filter(({ level }) => level === null);
  const decimals = Math.max(
    commonDecimals([total, ...groups].map(({ added }) => measure.of(added))),
    leastDecimals(inCurrency(field, currency)),
  );
  const label = labelWithCode(field, currency);
  const width = Math.max(
    field === linesCounted ? field.width : Math.max(field.width, 130),
    Math.min(mostHeadWidth, headRoom + Math.ceil((over?.length ?? 0) * letterWidth)),
  );
  const column: TableColumn = {
    field: { ...field, name, label, width, decimals },
    ...(over !== undefined && { over }),
  };
  const partOf = ({ added }: GroupRow) =>
    across === undefined ? added : (added.cells?.[data.across.indexOf(across)] ?? null);
  const isMixedIn = (row: GroupRow) => {
    const part = partOf(row);
    return part !== null && isMixed(part, field.name);
  };
  const wordsOf = (row: GroupRow) => (isMixedIn(row) ? severalUnits : null);
  if (across === undefined) return { column, wordsOf };
  const largest = Math.max(...groups.map((row) => sizeIn(row, field.name, data)));
  return {
    ...{ column, across, wordsOf },
    hasLines: (row) => partOf(row) !== null,
    tintOf: (row) =>
      row.level === null && largest > 0
        ? Math.sqrt(Math.abs(Number(measure.of(row.added) ?? 0)) / largest)
        : 0,
    inWords: (row) => {
      const count = counted(partOf(row)?.count ?? 0, 'line');
      if (field === linesCounted) return count;
      const sum = wordsOf(row) ?? formatWithCode(field, measure.of(row.added), currency);
      return `${count}, ${field.label} ${sum}`;
    },
  };
}

function sizeIn({ added: { cells = [] } }: GroupRow, name: string, { sum }: JournalGroups): number {
  const sizes = cells.map((cell) => Number((sum.length === 0 ? cell?.count : cell?.sums[name]) ?? 0));
  return Math.max(0, ...sizes.map(Math.abs));
}

/** A value across in words; "… " marks a gap of days before it. */
function overWords(pivot: GroupingKey, across: KeyValue, { across: all }: JournalGroups): string {
  const before = all[all.indexOf(across) - 1];
  const isAfterGap =
    pivot.field.kind === 'date' && spansBetween(String(before ?? ''), String(across), pivot.part) > 0;
  return `${isAfterGap ? '… ' : ''}${keyWords(pivot, across)}`;
}

/** Px of a head beside its words, at most with them, and of a letter. */
const headRoom = 24;
const mostHeadWidth = 320;
const letterWidth = 6.5;

/** More decimals are not filled up: one weighed quantity would make all others "3,149.00000". */
const mostFilled = 2;

function commonDecimals(sums: readonly (number | string | undefined)[]): number {
  const places = sums.map((sum) => (/\.(\d*?)0*$/.exec(String(sum))?.[1] ?? '').length);
  return Math.min(mostFilled, Math.max(0, ...places));
}

/** A sum as a number if that keeps all decimals, else as a text. */
function numberIfExact(text: number | string | undefined): number | string | undefined {
  if (typeof text !== 'string') return text;
  const [, places = ''] = text.split('.');
  return places.length <= 5 && String(Number(text)) === text ? Number(text) : text;
}

const shareField: JournalField = {
  name: 'share',
  kind: 'string',
  label: 'Share of lines',
  group: 'Quantities',
  width: 0, // takes the remaining width
};

/** Px below which the column is left out. */
const leastShareWidth = 160;

/**
 * Gives px that columns leave to the texts of keys that need them, without taking the place of the shares.
 * @param widths that a person chose, which stay. @returns the columns, and the px that are left.
 */
export function filledRoom(
  columns: readonly TableColumn[],
  { keys, rows }: Pick<GroupTable, 'keys' | 'rows'>,
  { room, widths }: { room: number; widths: Readonly<Record<string, number>> },
): { columns: TableColumn[]; left: number } {
  let left = columns.reduce((px, { field }) => px - (widths[field.name] ?? field.width), room);
  const filled = columns.map((column) => {
    const { field } = column;
    if (widths[field.name] !== undefined || !keys.some(({ name }) => name === field.name)) return column;
    const spare = left < leastShareWidth ? left : left - leastShareWidth;
    const fitting = fittingWidth(
      column,
      rows.map(({ row }) => row),
    );
    const more = Math.min(spare, fitting - field.width, widestColumn - field.width);
    if (more <= 0) return column;
    left -= more;
    return { ...column, field: { ...field, width: field.width + more } };
  });
  return { columns: filled, left };
}

/** The column of shares, in words and bars, takes the remaining width of a wide window. */
export function shareColumn(room: number, allLines: number, rows: readonly GroupRow[]): TableColumn[] {
  if (room < leastShareWidth) return [];
  return [
    {
      field: { ...shareField, width: room },
      ...{ isFixed: true, isStill: true },
      barAt: (at) => {
        const row = rows[at];
        return row === undefined || row.level === 0 ? 0 : row.added.count / Math.max(1, allLines);
      },
    },
  ];
}

const leastWritten = 0.001;
const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** "12.3%"; a single line among very many is "<0.1%". */
export function shareWords({ count }: { count: number }, { total }: JournalGroups): string {
  const share = total.count === 0 ? 0 : count / total.count;
  const isTiny = share > 0 && share < leastWritten;
  return `${isTiny ? '<' : ''}${numberFormat(percent).format(isTiny ? leastWritten : share)}`;
}
