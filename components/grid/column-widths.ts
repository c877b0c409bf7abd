import type { GridModel } from './grid-model';

/** CSS px of the columns of a grid. */
export interface ColumnWidths {
  /** Of each column that names the rows. */
  pinned: readonly number[];
  /** Of those together. */
  stuck: number;
  /** Of each column that has cells. */
  column: number;
  /** Of all columns together. */
  all: number;
}

/**
 * Lays columns out in a view of `room` px. The first pinned column takes what the others leave at their least, up to its
 * most; then the columns with cells grow up to theirs. Where these do not fit, they scroll, and the first pinned column
 * takes a fifth of the view. The columns with cells have even widths, so that a switch in the middle lies on whole px.
 */
export function columnWidths(
  { pinned, columns }: Pick<GridModel, 'pinned' | 'columns'>,
  room: number,
): ColumnWidths {
  const [{ width = 0, most = width } = {}, ...others] = pinned;
  const { count, least } = columns;
  const beside = others.reduce((sum, other) => sum + other.width, 0);
  const left = room - beside - count * least;
  const first = Math.floor(Math.max(width, Math.min(left < width ? room / 5 : left, most)));
  const shared = 2 * Math.floor((room - beside - first) / (2 * Math.max(1, count)));
  const column = Math.max(least, Math.min(shared, columns.most));
  // The first column takes what the others cannot share evenly.
  const rest = column < columns.most ? Math.max(first, room - beside - count * column) : first;
  const stuck = rest + beside;
  return {
    pinned: [rest, ...others.map((other) => other.width)],
    stuck,
    column,
    all: stuck + count * column,
  };
}
