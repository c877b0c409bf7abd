import type { CellSelectionBounds, CellSelectionRange } from '@tanstack/react-table';
import type { GridPosition } from '@/components/grid/grid-model';
import type { GridRange, WholeLines } from '@/components/grid/grid-selection';
import type { JournalRow } from '@/lib/contract/journal/journal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { columnsOf, type RowsModel } from './table-model';

/** The selected cells of a row, from left to right. */
export interface SelectedRow {
  row: JournalRow;
  /** How many keys a row of sums has; null: it is a plain row. */
  level: number | null;
  /** The field of each, with the column's place in the table. */
  cells: readonly { at: number; field: JournalField }[];
}

/** The selected cells of a table, row by row. @param active taken where nothing is selected. */
export function selectedRows(table: RowsModel, active: GridPosition | null = null): SelectedRow[] {
  const rows = table.getRowModel().rows;
  const fields = columnsOf(table).map(({ columnDef: { meta } }) =>
    meta?.over === undefined ? meta?.field : { ...meta.field, label: `${meta.over}: ${meta.field.label}` },
  );
  const one = active && { top: active.row, bottom: active.row, left: active.column, right: active.column };
  const selected = rangesOf(table.getCellSelectionBounds());
  const ranges = selected.length > 0 || one === null ? selected : [one];
  const levelOf = table.options.meta?.levelOf;
  return rows.flatMap(({ original }, at) => {
    const runs = ranges.filter(({ top, bottom }) => at >= top && at <= bottom);
    if (runs.length === 0) return [];
    const cells = fields.flatMap((field, at) =>
      field !== undefined && runs.some(({ left, right }) => at >= left && at <= right) ? [{ at, field }] : [],
    );
    return [{ row: original, level: levelOf?.(at) ?? null, cells }];
  });
}

/** Whether all cells of a range are selected. */
export function isSelected(table: RowsModel, range: GridRange): boolean {
  const size = ({ top, bottom, left, right }: GridRange) =>
    Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
  // The selected ranges lie apart from each other.
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
 * A range as the table's model has it: from the corner that stays to the one that moves.
 * @param anchor the cell that the range is drawn from.
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

/** The selected columns of a row and of its two neighbours as a text, which tells rows whether they look different; '' for none. */
export function selectedIn(bounds: readonly CellSelectionBounds[], row: number): string {
  const runs = (at: number) =>
    bounds
      .filter(({ minRowIndex, maxRowIndex }) => at >= minRowIndex && at <= maxRowIndex)
      .map(({ minColumnIndex, maxColumnIndex }) => `${String(minColumnIndex)}-${String(maxColumnIndex)}`)
      .join();
  const own = runs(row);
  return own === '' ? '' : `${runs(row - 1)}|${own}|${runs(row + 1)}`;
}

/** Tells of each column of a row the sides on which the selection ends at its cell; null: the cell is not selected. */
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
