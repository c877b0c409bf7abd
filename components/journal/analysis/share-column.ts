import { useLayoutEffect, useState } from 'react';
import type { LineColumn } from '@/components/journal/columns/shown-columns';
import { rowHeadWidth, type LineCell } from '@/components/journal/lines/lines-model';
import type { GridEngine } from '@/components/grid/grid-engine';
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

const percent = { style: 'percent', maximumFractionDigits: 1 } as const;

/** "12.3%"; a single line of very many is "<0.1%", not none. */
export function shareWords({ count }: { count: number }, { total }: JournalGroups): string {
  const share = total.count === 0 ? 0 : count / total.count;
  const isTiny = share > 0 && share < leastWritten;
  return `${isTiny ? '<' : ''}${numberFormat(percent).format(isTiny ? leastWritten : share)}`;
}

/**
 * The column that takes the room which the others leave in a wide window; none where they leave little.
 * @param counts how many lines each row has; undefined: it has no bar, as the row of all lines. The most is a whole bar.
 */
export function shareColumn(
  others: readonly LineColumn[],
  room: number,
  counts: readonly (number | undefined)[],
): LineColumn[] {
  const width = others.reduce((left, column) => left - column.width, room - rowHeadWidth);
  if (width < leastWidth) return [];
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  return [{ field: shareField, width, barAt: (row) => (counts[row] ?? 0) / most }];
}

/** Shares are ordered as what they are shares of: pressed first, then the other way round. */
export function orderOfShares(before: SortKey | null): SortKey {
  return { field: linesCounted.name, descending: before?.field !== linesCounted.name || !before.descending };
}

/** Px from the left to the right of what a grid shows; 0 while there is none. */
export function useRoomIn(engine: GridEngine<LineCell> | null): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (engine === null) return;
    const { root } = engine;
    const observer = new ResizeObserver(() => setRoom(root.clientWidth));
    observer.observe(root);
    return () => observer.disconnect();
  }, [engine]);
  return room;
}
