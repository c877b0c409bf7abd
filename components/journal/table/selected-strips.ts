import type { CellSelectionBounds, CellSelectionRange } from '@tanstack/react-table';
import type { GridPosition } from '@/components/grid/grid-model';
import type { GridRange, WholeLines } from '@/components/grid/grid-selection';
import type { JournalRow } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { columnsOf, type RowsModel } from './table-model';

export interface SelectedRow {
  row: JournalRow;
  /** Number of keys of a row of sums; null: a plain row. */
  level: number | null;
  /** Fields with their columns' positions; `over` is the first line of a two-line head. */
  cells: readonly { at: number; field: JournalField; over?: string | undefined }[];
}

/** @param active used where nothing is selected. */
export function selectedRows(table: RowsModel, active: GridPosition | null = null): SelectedRow[] {
  const rows = table.getRowModel().rows;
  const columns = columnsOf(table).map(({ columnDef: { meta } }) => meta);
  const one = active && { top: active.row, bottom: active.row, left: active.column, right: active.column };
  const selected = rangesOf(table.getCellSelectionBounds());
  const ranges = selected.length > 0 || one === null ? selected : [one];
  const levelOf = table.options.meta?.levelOf;
  return rows.flatMap(({ original }, at) => {
    const runs = ranges.filter(({ top, bottom }) => at >= top && at <= bottom);
    if (runs.length === 0) return [];
    const cells = columns.flatMap((meta, at) =>
      meta !== undefined && runs.some(({ left, right }) => at >= left && at <= right)
        ? [{ at, field: meta.field, over: meta.over }]
        : [],
    );
    return [{ row: original, level: levelOf?.(at) ?? null, cells }];
  });
}

export function isSelected(table: RowsModel, range: GridRange): boolean {
  const size = ({ top, bottom, left, right }: GridRange) =>
    Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
  // Selected ranges do not overlap.
  const covered = rangesOf(table.getCellSelectionBounds()).map((one) =>
    size({
      top: Math.max(one.top, range.top),
      bottom: Math.min(one.bottom, range.bottom),
      left: Math.max(one.left, range.left),
      right: Math.min(one.right, range.right),
    }),
  );
  return covered.reduce((sum, cells) => sum + cells, 0) === size(range);
}

/**
 * A range as the table's model stores it: from the fixed corner to the moving one.
 * @param anchor where the selection started.
 */
export function rangeInModel(
  table: RowsModel,
  { top, left, bottom, right }: GridRange,
  anchor: GridPosition,
  whole: WholeLines,
): CellSelectionRange {
  const [rows, columns] = [table.getRowModel().rows, columnsOf(table)];
  const isUp = whole !== 'columns' && whole !== 'all' && anchor.row === bottom;
  const isLeft = whole !== 'rows' && whole !== 'all' && anchor.column === right;
  const rowId = (at: number) => rows[at]?.id ?? '';
  const columnId = (at: number) => columns[at]?.id ?? '';
  return {
    anchorRowId: rowId(isUp ? bottom : top),
    focusRowId: rowId(isUp ? top : bottom),
    anchorColumnId: columnId(isLeft ? right : left),
    focusColumnId: columnId(isLeft ? left : right),
  };
}

function rangesOf(bounds: readonly CellSelectionBounds[]): GridRange[] {
  return bounds.map(({ minRowIndex, maxRowIndex, minColumnIndex, maxColumnIndex }) => ({
    top: minRowIndex,
    bottom: maxRowIndex,
    left: minColumnIndex,
    right: maxColumnIndex,
  }));
}

/** Selected columns of a row and its neighbours as a text, so that rows compare cheaply; '' for none. */
export function selectedIn(bounds: readonly CellSelectionBounds[], row: number): string {
  const runs = (at: number) =>
    bounds
      .filter(({ minRowIndex, maxRowIndex }) => at >= minRowIndex && at <= maxRowIndex)
      .map(({ minColumnIndex, maxColumnIndex }) => `${String(minColumnIndex)}-${String(maxColumnIndex)}`)
      .join();
  const own = runs(row);
  return own === '' ? '' : `${runs(row - 1)}|${own}|${runs(row + 1)}`;
}

/** Edges of the selection at a cell of the row; null: not selected. */
export function edgesIn(selected: string): (column: number) => string | null {
  const [above, own, below] = selected.split('|').map((runs) => {
    const ends = runs.split(',').map((run) => run.split('-').map(Number));
    return (column: number) => ends.some(([left = 0, right = -1]) => column >= left && column <= right);
  });
  return (column) => {
    if (!own?.(column)) return null;
    const edges = [
      !above?.(column) && 'top',
      !own(column + 1) && 'right',
      !below?.(column) && 'bottom',
      !own(column - 1) && 'left',
    ];
    return edges.filter(Boolean).join(' ');
  };
}
