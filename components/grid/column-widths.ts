import type { FoldedColumns, GridModel } from './grid-model';

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
 * the others gave up. The columns with cells have even widths, so that a switch in the middle lies on whole px. Where some
 * are folded into one, all is laid out as before, so that what lies at the left of it stays in place; only the columns grow
 * as far as they have to, into the room that is left or was empty.
 */
export function columnWidths(
  { pinned, columns }: Pick<GridModel, 'pinned' | 'columns'>,
  room: number,
): ColumnWidths {
  const [{ width = 0, most = width } = {}, ...others] = pinned;
  const { least, folds } = columns;
  const count = folds?.from ?? columns.count;
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
  const laid = folds === undefined ? column : folded(column, columns.count, room - stuck, folds);
  return {
    pinned: [rest, ...besides],
    stuck,
    column: laid,
    all: stuck + columns.count * laid,
  };
}

/** For less no column grows: heads would move, and no more of a name be seen. */
const worthMoving = 16;

/** CSS px of a column where some are folded. @param inView for all of them: where they fit in, they may fill it, and grow no further. */
function folded(
  unfolded: number,
  count: number,
  inView: number,
  { from, least, most }: FoldedColumns,
): number {
  const room = count * unfolded <= inView ? inView : unfolded * from;
  const grown = 2 * Math.floor(Math.min(most, room / Math.max(1, count)) / 2);
  return Math.max(least, grown - unfolded < worthMoving ? unfolded : grown);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0);
}
