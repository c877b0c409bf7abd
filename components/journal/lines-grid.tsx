'use client';

import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { JournalRow } from '@/lib/contract/journal';
import type { LineKey } from '@/lib/client/journal';
import type { SortKey } from '@/lib/domain/journal/query';
import { gridColumns, gridFeatures, pinnedColumns, sortingOf, sortOf } from './grid-columns';
import { lineKeyOf } from './line-key';
import { HeaderCell } from './header-cell';
import { LineRow } from './line-row';
import { SkeletonRows } from './skeleton-rows';
import { useRowFocus } from './use-row-focus';

interface LinesGridProps {
  /** Undefined while the first page is read. */
  rows: readonly JournalRow[] | undefined;
  columns: readonly string[];
  hidden: readonly string[];
  sort: readonly SortKey[];
  /** Place of the first row in the whole list, from 0, and the length of that, if known. */
  offset: number;
  total: number | null;
  /** The rows belong to the question before. */
  isOld: boolean;
  /** An answer is on its way. */
  isAsking: boolean;
  onSort: (sort: SortKey[]) => void;
  onOpen: (line: LineKey) => void;
}

const noRows: JournalRow[] = [];

/** The lines as a table that scrolls inside itself: header and first columns stay, rows open with Enter or a press. */
export function LinesGrid(props: LinesGridProps) {
  const { rows, columns, hidden, sort, offset, total, isOld, isAsking, onSort, onOpen } = props;
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const table = useTable({
    features: gridFeatures,
    columns: useMemo(() => gridColumns(columns), [columns]),
    data: rows ?? noRows,
    manualSorting: true,
    state: {
      sorting,
      columnPinning: useMemo(() => pinnedColumns(columns), [columns]),
      columnVisibility: useMemo(() => Object.fromEntries(hidden.map((name) => [name, false])), [hidden]),
    },
    onSortingChange: (updater) => onSort(sortOf(functionalUpdate(updater, sorting))),
  });
  const { scroller, current, onKeyDown, onFocus } = useRowFocus(rows?.length ?? 0);
  const leaves = table.getVisibleLeafColumns();
  return (
    <div
      ref={scroller}
      className="relative min-h-64 flex-1 overflow-auto overscroll-contain border-y border-line bg-surface print:overflow-visible"
    >
      <table
        role="grid"
        aria-label="Item journal lines"
        aria-readonly="true"
        aria-busy={rows === undefined || (isOld && isAsking)}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={leaves.length}
        width={table.getTotalSize()} // the pages' policy forbids style attributes in what the server sends
        className={classNames('table-fixed border-separate border-spacing-0 text-sm', isOld && 'opacity-60')}
      >
        <colgroup>
          {leaves.map((column) => (
            <col key={column.id} width={column.getSize()} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} sort={sort} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={onKeyDown} onFocus={onFocus}>
          {rows === undefined && <SkeletonRows columns={leaves.length} />}
          {table.getRowModel().rows.map((row, at) => (
            <LineRow
              key={row.id}
              row={row}
              rowIndex={offset + at + 2}
              isTabStop={at === current}
              onOpen={() => onOpen(lineKeyOf(row.original))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
