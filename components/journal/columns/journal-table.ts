'use client';

import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  tableFeatures,
  useTable,
  type Column,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { journalFields } from '@/lib/domain/journal/fields';
import { leadingColumns } from '@/lib/domain/journal/presets';
import type { JournalAddress } from '../journal-address';
import { narrowestColumn, widestColumn } from '../journal-parameters';
import type { ColumnArrangement } from './head-pointing';

/** What the lines' table model can do: their columns. Rows and their order are the server's. */
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
});

export type JournalColumn = Column<typeof features, JournalRow>;
export type JournalTable = ReturnType<typeof useJournalTable>;

const helper = createColumnHelper<typeof features, JournalRow>();

/** The column model: every field there is. Which are shown, and in which order, is the table's state. */
const columns = helper.columns(
  journalFields.map(({ name, label, width }) =>
    helper.accessor((row) => row[name], {
      id: name,
      header: label,
      size: width,
      minSize: narrowestColumn,
      maxSize: widestColumn,
    }),
  ),
);

/** Lines are painted by the grid engine: the model knows their columns alone, and who arranges them asks for it. */
const noRows: JournalRow[] = [];

/**
 * The column model of the lines. The address holds its state, so that a link shows a colleague the same.
 * @param hidden columns that are left out for now, being empty.
 */
export function useJournalTable(address: JournalAddress, hidden: readonly string[]) {
  const { query, widths, pins, setColumns, setWidths, setPins } = address;
  const columnVisibility = useMemo(() => {
    const shown = new Set(query.columns);
    for (const name of hidden) shown.delete(name);
    return Object.fromEntries(journalFields.map(({ name }) => [name, shown.has(name)]));
  }, [query.columns, hidden]);
  const columnOrder = useMemo(() => [...query.columns], [query.columns]);
  const columnPinning = useMemo(() => ({ start: [...pins], end: [] }), [pins]);
  return useTable({
    features,
    columns,
    data: noRows,
    state: { columnVisibility, columnOrder, columnPinning, columnSizing: widths },
    onColumnOrderChange: (updater) => setColumns(functionalUpdate(updater, columnOrder)),
    onColumnPinningChange: (updater) => setPins(functionalUpdate(updater, columnPinning).start),
    onColumnSizingChange: (updater) => setWidths(clamped(functionalUpdate(updater, { ...widths }))),
    onColumnVisibilityChange: (updater) => {
      const next = functionalUpdate(updater, columnVisibility);
      const kept = query.columns.filter((name) => next[name] === true || hidden.includes(name));
      const added = journalFields.filter(({ name }) => next[name] === true && !query.columns.includes(name));
      const all = [...kept, ...added.map(({ name }) => name)];
      if (all.length > 0) setColumns(all);
    },
  });
}

/** Its columns that are shown, as they stand in the grid (shown-columns.ts). */
export function columnsOf(table: JournalTable): JournalColumn[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
}

/** Moves a column one place among those that stay in view, or among those that scroll. */
export function moveColumn(table: JournalTable, column: JournalColumn, by: -1 | 1): void {
  const isPinned = column.getIsPinned() === 'start';
  const region = isPinned ? table.getStartVisibleLeafColumns() : table.getCenterVisibleLeafColumns();
  const neighbour = region[region.indexOf(column) + by];
  if (neighbour !== undefined) placeColumn(table, column.id, neighbour.id, by > 0);
}

/** Puts a column before or after another one; beside one that stays in view it stays too. */
function placeColumn(table: JournalTable, field: string, beside: string, isAfter: boolean): void {
  const stays = table.getColumn(beside)?.getIsPinned() === 'start';
  const without = (names: readonly string[]) => names.filter((name) => name !== field);
  const placed = (names: readonly string[]) =>
    without(names).flatMap((name) => (name !== beside ? [name] : isAfter ? [name, field] : [field, name]));
  if (!stays) table.setColumnOrder(placed);
  if (stays || table.getColumn(field)?.getIsPinned() === 'start')
    table.setColumnPinning(({ start }) => ({ start: stays ? placed(start) : without(start), end: [] }));
}

/** Makes a column wider, or narrower. */
export function widenColumn(table: JournalTable, column: JournalColumn, by: number): void {
  table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + by }));
}

/** How the heads of a table's columns arrange them. */
export function arrangementOf(table: JournalTable): ColumnArrangement {
  return {
    resize: (field, width) => table.setColumnSizing((sizes) => ({ ...sizes, [field]: width })),
    move: (field, beside, isAfter) => placeColumn(table, field, beside, isAfter),
    step: (field, by) => {
      const column = table.getColumn(field);
      if (column !== undefined) moveColumn(table, column, by);
    },
  };
}

/** Whether widths or what stays in view differ from the usual ones. */
export function hasOwnLayout({ atoms }: JournalTable): boolean {
  return (
    Object.keys(atoms.columnSizing.get()).length > 0 ||
    JSON.stringify(atoms.columnPinning.get().start) !== JSON.stringify(leadingColumns)
  );
}

function clamped(sizes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      name,
      Math.round(Math.max(narrowestColumn, Math.min(size, widestColumn))),
    ]),
  );
}
