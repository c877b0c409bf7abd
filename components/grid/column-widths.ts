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
 * most; then the columns with cells grow up to theirs. Where not all fit, the other pinned columns shrink to their least.
 * Where that is not enough, the columns with cells scroll, and the first pinned column takes a fifth of the view and what
 * the others gave up. The columns with cells have even widths, so that a switch in the middle lies on whole px.
 */
export function columnWidths(
  { pinned, columns }: Pick<GridModel, 'pinned' | 'columns'>,
  room: number,
): ColumnWidths {
  const [{ width = 0, most = width } = {}, ...others] = pinned;
  const { count, least } = columns;
  const widest = others.map((other) => other.most ?? other.width);
  const leftBeside = (some: readonly number[]) => room - total(some) - count * least;
  const besides = leftBeside(widest) >= width ? widest : others.map((other) => other.width);
  const [beside, left] = [total(besides), leftBeside(besides)];
  const firstWhereNoneFits = room / 5 + total(widest) - beside;
  const first = Math.floor(Math.max(width, Math.min(left < width ? firstWhereNoneFits : left, most)));
  const shared = 2 * Math.floor((room - beside - first) / (2 * Math.max(1, count)));
  const column = Math.max(least, Math.min(shared, columns.most));
  // The first column takes what the others cannot share evenly.
  const rest = column < columns.most ? Math.max(first, room - beside - count * column) : first;
  const stuck = rest + beside;
  return {
    pinned: [rest, ...besides],
    stuck,
    column,
    all: stuck + count * column,
  };
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0);
}
