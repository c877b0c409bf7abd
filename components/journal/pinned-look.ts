import type { Column } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { JournalRow } from '@/lib/contract/journal';
import type { gridFeatures } from './grid-columns';

/**
 * How a cell of a column that stays in view is placed. On narrow screens only the first one stays: four would leave
 * no room for the rest.
 */
export function pinnedLook(column: Column<typeof gridFeatures, JournalRow, unknown>): {
  isPinned: boolean;
  style: CSSProperties | undefined;
  className: string;
} {
  if (column.getIsPinned() !== 'start') return { isPinned: false, style: undefined, className: '' };
  const start = column.getStart('start');
  return {
    isPinned: true,
    style: { insetInlineStart: start },
    className: [
      start === 0 ? 'sticky' : 'max-lg:start-auto! lg:sticky',
      column.getIsLastColumn('start') ? 'lg:border-r lg:border-r-line' : '',
    ].join(' '),
  };
}
