'use client';

import type { Row } from '@tanstack/react-table';
import { classNames } from '@/components/ui/class-names';
import type { JournalRow } from '@/lib/contract/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { CellValue } from './cell-value';
import type { gridFeatures } from './grid-columns';
import styles from './line-row.module.css';
import { pinnedLook } from './pinned-look';
import { isNumeric } from './value-format';

interface LineRowProps {
  row: Row<typeof gridFeatures, JournalRow>;
  /** Place among all lines, the header being 1. */
  rowIndex: number;
  isTabStop: boolean;
  onOpen: () => void;
}

/** One line; Enter or a press opens all its fields. Selecting text does not count as a press. */
export function LineRow({ row, rowIndex, isTabStop, onOpen }: LineRowProps) {
  return (
    <tr
      aria-rowindex={rowIndex}
      tabIndex={isTabStop ? 0 : -1}
      data-line-row=""
      onClick={() => {
        if (window.getSelection()?.isCollapsed !== false) onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault(); // else the same key press goes on to the sheet's close button
        onOpen();
      }}
      className={classNames('group scroll-mt-11 cursor-pointer', styles.row)}
    >
      {row.getVisibleCells().map((cell) => {
        const field = journalField(cell.column.id);
        if (!field) return null;
        const pinned = pinnedLook(cell.column);
        return (
          <td
            key={cell.id}
            aria-colindex={cell.column.getIndex() + 1}
            style={pinned.style}
            className={classNames(
              'h-(--row-height) truncate border-b border-line bg-surface px-2 group-hover:bg-surface-sunken',
              isNumeric(field) && 'tabular text-right',
              pinned.isPinned && 'z-1',
              pinned.className,
            )}
          >
            <CellValue field={field} value={row.original[field.name]} />
          </td>
        );
      })}
    </tr>
  );
}
