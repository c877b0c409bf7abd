import type { LineColumn } from '@/components/journal/lines/lines-model';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { linesCounted } from '@/lib/domain/journal/group-table';
import type { SortKey } from '@/lib/domain/journal/query';
import { numberFormat } from '@/lib/domain/reader-formats';

/** How many of all lines a group has, as words and as a bar. */
export const shareField: JournalField = {
  name: 'share',
  kind: 'string',
  label: 'Share of lines',
  group: 'Quantities',
  width: 0, // what the others leave
};

const leastWritten = 0.001;
/** Px without which it is left out. */
const leastWidth = 240;

const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** "12.3%"; a single line of very many is "<0.1%", not none. */
export function shareWords({ count }: { count: number }, { total }: JournalGroups): string {
  const share = total.count === 0 ? 0 : count / total.count;
  const isTiny = share > 0 && share < leastWritten;
  return `${isTiny ? '<' : ''}${numberFormat(percent).format(isTiny ? leastWritten : share)}`;
}

/**
 * The column that takes the room which the others leave in a wide window; none where they leave little.
 * @param room px for all columns.
 * @param counts how many lines each row has; undefined: it has no bar, as the row of all lines.
 * @param all how many lines there are: a whole bar.
 */
export function shareColumn(
  others: readonly LineColumn[],
  room: number,
  counts: readonly (number | undefined)[],
  all: number,
): LineColumn[] {
  const width = others.reduce((left, column) => left - column.width, room);
  if (width < leastWidth) return [];
  return [{ field: shareField, width, isFixed: true, barAt: (row) => (counts[row] ?? 0) / Math.max(1, all) }];
}

/** The order that the address tells: shares are ordered as what they are shares of. */
export function toldOrder({ field, descending }: SortKey): SortKey {
  return { field: field === shareField.name ? linesCounted.name : field, descending };
}

/** The order that the heads tell. @param isByShares whether it was the head of the shares that was pressed. */
export function shownOrder(
  order: SortKey | null,
  isByShares: boolean,
  columns: readonly LineColumn[],
): readonly SortKey[] {
  if (order === null) return [];
  const isTheirs = isByShares && order.field === linesCounted.name && columns.some(isOfShares);
  return [isTheirs ? { ...order, field: shareField.name } : order];
}

function isOfShares({ field }: LineColumn): boolean {
  return field === shareField;
}
