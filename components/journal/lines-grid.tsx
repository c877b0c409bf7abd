'use client';

import type { Header, Row } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useTableFocus } from '@/components/grid/use-table-focus';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { LineKey } from '@/lib/client/journal';
import type { JournalRow } from '@/lib/contract/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import type { SortKey } from '@/lib/domain/journal/query';
import { CellValue } from './cell-value';
import {
  moveColumn,
  shownColumns,
  widenColumn,
  type JournalColumn,
  type JournalTable,
  type JournalTableFeatures,
} from './journal-table';
import { isNumeric } from './value-format';

interface LinesGridProps {
  table: JournalTable;
  /** The first page is still being read. */
  isFirst: boolean;
  sort: readonly SortKey[];
  /** Place of the first row in the whole list, from 0, and the length of that, if known. */
  offset: number;
  total: number | null;
  /** The rows belong to the question before. */
  isOld: boolean;
  /** An answer is on its way. */
  isAsking: boolean;
  onOpen: (line: LineKey) => void;
}

/** The lines as a table that scrolls inside itself: header and first columns stay, rows open with Enter or a press. */
export function LinesGrid(props: LinesGridProps) {
  const { table, isFirst, sort, offset, total, isOld, isAsking, onOpen } = props;
  const isHydrated = useHydrated();
  const { table: element, onKeyDown, onFocus } = useTableFocus();
  const leaves = shownColumns(table);
  return (
    <div className="relative min-h-64 flex-1 overflow-auto overscroll-contain border-y border-line bg-surface print:overflow-visible">
      <table
        ref={element}
        role="grid"
        aria-label="Item journal lines"
        aria-readonly="true"
        aria-busy={isFirst || (isOld && isAsking)}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={leaves.length}
        width={table.getTotalSize()} // the pages' policy forbids style attributes in what the server sends
        className={classNames('table-fixed border-separate border-spacing-0 text-sm', isOld && 'opacity-60')}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <colgroup>
          {leaves.map((column) => (
            <col key={column.id} width={column.getSize()} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header, at) => (
                <HeaderCell
                  key={header.id}
                  header={header}
                  colIndex={at + 1}
                  sort={sort}
                  style={isHydrated ? pinnedStyle(header.column) : undefined}
                  onMove={(by) => moveColumn(table, header.column, by)}
                  onWiden={(by) => widenColumn(table, header.column, by)}
                />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {isFirst && <SkeletonRows columns={leaves.length} />}
          {table.getRowModel().rows.map((row, at) => (
            <LineRow
              key={row.id}
              row={row}
              rowIndex={offset + at + 2}
              onOpen={() => onOpen(lineKeyOf(row.original))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Px by which a key makes a column wider or narrower. */
const widthStep = 16;

interface HeaderCellProps {
  header: Header<JournalTableFeatures, JournalRow>;
  /** Place in the grid, from 1. */
  colIndex: number;
  sort: readonly SortKey[];
  style: CSSProperties | undefined;
  onMove: (by: -1 | 1) => void;
  onWiden: (by: number) => void;
}

/**
 * A column's caption. Pressing it sorts, with Shift as a further key; its edge is drawn to another width. By keys: Shift
 * and an arrow move the column, Alt and an arrow make it wider or narrower.
 */
function HeaderCell({ header, colIndex, sort, style, onMove, onWiden }: HeaderCellProps) {
  const { column } = header;
  const field = journalField(column.id);
  if (!field) return null;
  const at = sort.findIndex((key) => key.field === column.id);
  const key = sort[at];
  const Arrow = key?.descending === true ? ArrowDown : ArrowUp;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (by === null || event.ctrlKey || event.metaKey || event.shiftKey === event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) onMove(by);
    else onWiden(by * widthStep);
  };
  return (
    <th
      scope="col"
      // Only the first key may say so: aria-sort describes one column.
      aria-sort={at === 0 ? (key?.descending === true ? 'descending' : 'ascending') : undefined}
      aria-colindex={colIndex}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      style={style}
      className={classNames(
        'sticky top-0 border-b border-line-strong bg-surface-sunken p-0 text-left align-bottom -outline-offset-2!',
        column.getIsPinned() === 'start' ? 'z-2' : 'z-1',
        pinnedClass(column),
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        disabled={!column.getCanSort()}
        onClick={column.getToggleSortingHandler()}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight"
        title={`${field.label}${column.getCanSort() ? '. Press to sort, with Shift to sort further.' : ''}`}
        className={classNames(
          'flex h-11 w-full items-end gap-1 px-2 py-1.5 text-xs leading-tight font-medium text-text-muted enabled:hover:text-text',
          '-outline-offset-2!',
          isNumeric(field) ? 'flex-row-reverse text-right' : 'text-left',
        )}
      >
        <span className="line-clamp-2 min-w-0">{field.label}</span>
        {key && (
          <span className="inline-flex shrink-0 items-center text-accent-text">
            <Arrow aria-hidden="true" className="size-3.5" />
            {sort.length > 1 && <span className="tabular">{at + 1}</span>}
            <span className="sr-only">
              {key.descending ? 'sorted descending' : 'sorted ascending'}
              {sort.length > 1 && `, key ${at + 1} of ${sort.length}`}
            </span>
          </span>
        )}
      </button>
      {/* For the pointer; the keys of the caption and the column chooser do the same. */}
      <span
        aria-hidden="true"
        data-resize=""
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={() => column.resetSize()}
        className={classNames(
          'absolute inset-y-0 end-0 z-1 w-2 cursor-col-resize touch-none border-e-2 select-none hover:border-accent print:hidden',
          column.getIsResizing() ? 'border-accent' : 'border-transparent',
        )}
      />
    </th>
  );
}

interface LineRowProps {
  row: Row<JournalTableFeatures, JournalRow>;
  /** Place among all lines, the header being 1. */
  rowIndex: number;
  onOpen: () => void;
}

/** One line; Enter or a press opens all its fields. Selecting text does not count as a press. */
function LineRow({ row, rowIndex, onOpen }: LineRowProps) {
  return (
    <tr
      aria-rowindex={rowIndex}
      data-line-row=""
      onClick={() => {
        if (window.getSelection()?.isCollapsed !== false) onOpen();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault(); // else the same key press goes on to the sheet's close button
        onOpen();
      }}
      className="group cursor-pointer"
    >
      {row.getVisibleCells().map(({ id, column }, at) => {
        const field = journalField(column.id);
        if (!field) return null;
        return (
          <td
            key={id}
            aria-colindex={at + 1}
            tabIndex={-1}
            style={pinnedStyle(column)}
            className={classNames(
              'h-(--row-height) truncate border-b border-line bg-surface px-2 -outline-offset-2! group-focus-within:bg-surface-sunken group-hover:bg-surface-sunken',
              isNumeric(field) && 'tabular text-right',
              column.getIsPinned() === 'start' && 'z-1',
              pinnedClass(column),
            )}
          >
            <CellValue field={field} value={row.original[field.name]} />
          </td>
        );
      })}
    </tr>
  );
}

function pinnedStyle(column: JournalColumn): CSSProperties | undefined {
  return column.getIsPinned() === 'start' ? { insetInlineStart: column.getStart('start') } : undefined;
}

/**
 * How a cell of a column that stays in view is placed. On narrow screens only the first one stays: four would leave no
 * room for the rest.
 */
function pinnedClass(column: JournalColumn): string {
  if (column.getIsPinned() !== 'start') return '';
  return classNames(
    column.getIndex('start') === 0 ? 'sticky' : 'max-lg:start-auto! lg:sticky',
    column.getIsLastColumn('start') && 'lg:border-r lg:border-r-line',
  );
}

/** The identity of a row, which every answer carries. */
function lineKeyOf(row: JournalRow): LineKey {
  return {
    template: String(row['JournalTemplateName'] ?? ''),
    batch: String(row['JournalBatchName'] ?? ''),
    lineNo: Number(row['LineNo'] ?? 0),
  };
}

const widths = ['w-12', 'w-16', 'w-10', 'w-20', 'w-14'];

/** Rows in the shape of lines that are still coming. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 20 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className="h-(--row-height) border-b border-line px-2">
          <Skeleton className={`h-3 max-w-full ${widths[(row * 3 + column) % widths.length] ?? 'w-12'}`} />
        </td>
      ))}
    </tr>
  ));
}
