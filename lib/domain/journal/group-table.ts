import type { JournalGroups } from '@/lib/contract/journal/journal';
import { noEntity } from '@/lib/domain/access/names/named';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import type { JournalField } from './fields';
import type { Grouping, GroupingKey } from './grouping';
import { isMixed, sumLabel, summed } from './movement';
import type { SortKey } from './query';

type Group = JournalGroups['groups'][number];
type Added = Pick<Group, 'count' | 'sums' | 'mixed' | 'cells'>;
type KeyValue = Group['key'][number];

/** How many lines a group has. A decimal, because its digits are grouped where those of a line's numbers are not. */
export const linesCounted: JournalField = {
  name: 'lines',
  kind: 'decimal',
  label: 'Lines',
  group: 'Quantities',
  width: 90,
};

/** A column of the table of groups that counts or adds up. */
export interface MeasureColumn {
  /** As an order of the table names it: `lines`, `Amount`, `Amount.net`, `Amount.net@EAST`. */
  name: string;
  /** What is counted or added up; with a direction it has the name and the caption of that sum. */
  field: JournalField;
  /** The value that stands across above it; undefined: of the whole group. */
  across?: KeyValue;
  /** How many lines, or an exact sum as decimal text; undefined: there are no lines, or several units of measure. */
  of: (added: Added) => number | string | undefined;
}

/** Lines and sums of each group, then those of each value that stands across. */
export function measureColumns({ sum, across }: Pick<JournalGroups, 'sum' | 'across'>): MeasureColumn[] {
  const sums = sum.flatMap((name) => summedColumn(name) ?? []);
  const whole: MeasureColumn[] = [
    { name: linesCounted.name, field: linesCounted, of: (added) => added.count },
    ...sums.map((field) => ({
      ...{ name: field.name, field },
      of: (added: Added) => (isMixed(added, field.name) ? undefined : added.sums[field.name]),
    })),
  ];
  const measured = sums.length > 0 ? whole.slice(1) : whole;
  const parts = across.flatMap((value, at) =>
    measured.map(({ name, field, of }) => ({
      ...{ name: `${name}@${String(value)}`, field, across: value },
      of: ({ cells }: Added) => {
        const cell = cells?.[at];
        return cell ? of(cell) : undefined;
      },
    })),
  );
  return [...whole, ...parts];
}

/** The field that a sum adds up; with a direction, as "Amount net". */
function summedColumn(name: string): JournalField | undefined {
  const sum = summed(name);
  if (!sum || sum.flow === null) return sum?.field;
  return { ...sum.field, name, label: sumLabel(sum) };
}

/** How the table is laid out. */
interface OrderedTable<G> {
  keys: readonly GroupingKey[];
  columns: readonly MeasureColumn[];
  /** The figure of the column in the group. */
  figureOf: (group: G, column: MeasureColumn) => number | string | undefined;
}

/** The groups in the order of one column, ties as they were. @param order null, or of no column: as they are. */
export function groupsInOrder<G extends { key: readonly KeyValue[] }>(
  groups: readonly G[],
  order: SortKey | null,
  { keys, columns, figureOf }: OrderedTable<G>,
): readonly G[] {
  if (order === null) return groups;
  const sign = order.descending ? -1 : 1;
  const at = keys.findIndex(({ name }) => name === order.field);
  if (at >= 0) {
    const valueOf = ({ key }: G): KeyValue => key[at] ?? '';
    const inOrder = orderOfValues(groups.map(valueOf));
    return groups.toSorted((a, b) => sign * inOrder(valueOf(a), valueOf(b)));
  }
  const column = columns.find(({ name }) => name === order.field);
  if (column === undefined) return groups;
  const figures = Float64Array.from(groups, (group) => Number(figureOf(group, column) ?? 0));
  const places = Uint32Array.from(groups, (_, place) => place);
  places.sort((a, b) => sign * ((figures[a] ?? 0) - (figures[b] ?? 0)));
  return Array.from(places, (place) => groups[place]).filter((group) => group !== undefined);
}

/** How to order these values of one key. */
export function orderOfValues(values: readonly KeyValue[]): (a: KeyValue, b: KeyValue) => number {
  const inOrder = naturalOrderOf(values.map(String));
  return (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : inOrder(String(a), String(b)));
}

/** Whether an order names a column of the grouping's table. Of a column across only the measure is checked. */
export function ordersGroups(
  { field }: SortKey,
  { by, sum, pivot }: Pick<Grouping, 'sum'> & { by: readonly { name: string }[]; pivot: unknown },
): boolean {
  const [measure = '', value] = field.split(/@(.*)/s, 2);
  if (value === undefined && by.some(({ name }) => name === field)) return true;
  return (value === undefined || pivot !== null) && [linesCounted.name, ...sum].includes(measure);
}

/** "Posting Date, by month" */
export function keyLabel({ field, part }: GroupingKey): string {
  return part === null ? field.label : `${field.label}, by ${part}`;
}

/** The word for a value that is not set. */
export function unsetKeyWords({ field }: GroupingKey): string {
  return field.name === 'BssiEntityID' ? noEntity : '(empty)';
}
