'use client';

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { JournalRow } from '@/lib/contract/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalFields } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import {
  changeColumnLayout,
  usualLayout,
  useColumnLayout,
  narrowestColumn,
  widestColumn,
} from './column-layout';
import type { JournalAddress } from './journal-address';

/** What the lines' table model can do; sorting itself is the server's. */
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
});

export type JournalTableFeatures = typeof features;
export type JournalColumn = Column<JournalTableFeatures, JournalRow>;
export type JournalTable = ReturnType<typeof useJournalTable>;

const helper = createColumnHelper<JournalTableFeatures, JournalRow>();

/** The column model: every field there is. Which are shown, and in which order, is the table's state. */
const columns = helper.columns(
  journalFields.map(({ name, label, width, kind }) =>
    helper.accessor((row) => row[name], {
      id: name,
      header: label,
      size: width,
      minSize: narrowestColumn,
      maxSize: widestColumn,
      enableSorting: kind !== 'etag',
      sortDescFirst: false,
    }),
  ),
);

const noRows: JournalRow[] = [];

/**
 * The table model of the lines. Order, visibility and sorting stand in the address, so that a link shows a colleague the
 * same; widths and what stays in view are this browser's.
 * @param hidden columns that are left out for now, being empty.
 */
export function useJournalTable(
  address: JournalAddress,
  rows: readonly JournalRow[] | undefined,
  hidden: readonly string[],
) {
  const { query, narrow, setColumns } = address;
  const layout = useColumnLayout();
  const sorting = useMemo(() => sortingOf(query.sort), [query.sort]);
  const columnVisibility = useMemo(() => {
    const shown = new Set(query.columns);
    for (const name of hidden) shown.delete(name);
    return Object.fromEntries(journalFields.map(({ name }) => [name, shown.has(name)]));
  }, [query.columns, hidden]);
  const columnOrder = useMemo(() => [...query.columns], [query.columns]);
  const columnPinning = useMemo(() => ({ start: layout.pinned, end: [] }), [layout.pinned]);
  return useTable({
    features,
    columns,
    data: rows ?? noRows,
    manualSorting: true,
    columnResizeMode: 'onChange',
    state: { sorting, columnVisibility, columnOrder, columnPinning, columnSizing: layout.sizes },
    onSortingChange: (updater) => narrow({ sort: sortOf(functionalUpdate(updater, sorting)) }),
    onColumnOrderChange: (updater) => setColumns(functionalUpdate(updater, columnOrder)),
    onColumnPinningChange: (updater) =>
      changeColumnLayout(({ pinned }) => ({
        pinned: functionalUpdate(updater, { start: pinned, end: [] }).start,
      })),
    onColumnSizingChange: (updater) =>
      changeColumnLayout(({ sizes }) => ({ sizes: clamped(functionalUpdate(updater, sizes)) })),
    onColumnVisibilityChange: (updater) => {
      const next = functionalUpdate(updater, columnVisibility);
      const kept = query.columns.filter((name) => next[name] === true || hidden.includes(name));
      const added = journalFields.filter(({ name }) => next[name] === true && !query.columns.includes(name));
      const all = [...kept, ...added.map(({ name }) => name)];
      if (all.length > 0) setColumns(all);
    },
  });
}

/** The columns as they stand in the grid: those that stay in view come first. */
export function shownColumns(table: JournalTable): JournalColumn[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
}

/** Moves a column one place among those that stay in view, or among those that scroll. */
export function moveColumn(table: JournalTable, column: JournalColumn, by: -1 | 1): void {
  const isPinned = column.getIsPinned() === 'start';
  const region = isPinned ? table.getStartVisibleLeafColumns() : table.getCenterVisibleLeafColumns();
  const neighbour = region[region.indexOf(column) + by];
  if (neighbour === undefined) return;
  if (isPinned) {
    table.setColumnPinning((pinning) => ({
      ...pinning,
      start: swapped(pinning.start, column.id, neighbour.id),
    }));
  } else table.setColumnOrder((order) => swapped(order, column.id, neighbour.id));
}

/** Makes a column wider, or narrower. */
export function widenColumn(table: JournalTable, column: JournalColumn, by: number): void {
  table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + by }));
}

/** Whether widths or what stays in view differ from the usual ones. */
export function hasOwnLayout({ atoms }: JournalTable): boolean {
  return (
    Object.keys(atoms.columnSizing.get()).length > 0 ||
    JSON.stringify(atoms.columnPinning.get().start) !== JSON.stringify(usualLayout.pinned)
  );
}

/** Columns in which no line of the page has a value; those that stay in view are not counted. */
export function emptyColumns(
  names: readonly string[],
  rows: readonly JournalRow[],
  pinned: readonly string[] = usualLayout.pinned,
): string[] {
  if (rows.length === 0) return [];
  return names.filter((name) => !pinned.includes(name) && rows.every((row) => isUnset(row[name])));
}

/** The query's order in the table model's words. */
export function sortingOf(sort: readonly SortKey[]): SortingState {
  return sort.map(({ field, descending }) => ({ id: field, desc: descending }));
}

/** The table model's order as the query has it. */
export function sortOf(sorting: SortingState): SortKey[] {
  return sorting.slice(0, 5).map(({ id, desc }) => ({ field: id, descending: desc }));
}

function swapped(names: readonly string[], one: string, other: string): string[] {
  return names.map((name) => (name === one ? other : name === other ? one : name));
}

function clamped(sizes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      name,
      Math.round(Math.max(narrowestColumn, Math.min(size, widestColumn))),
    ]),
  );
}
