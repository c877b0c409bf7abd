import type { GridModel, GridPosition } from './grid-model';

/** Cells from one corner to the opposite one, both within. */
export interface GridRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Rows in a line that have the same columns selected. */
export interface SelectedStrip {
  top: number;
  bottom: number;
  /** First and last column of each run, from left to right, apart from each other. */
  runs: readonly { left: number; right: number }[];
}

/** Whether a range was chosen as whole rows or whole columns: drawing it on leaves that side as it is. */
export type WholeLines = 'rows' | 'columns' | 'all' | null;

/** What a selection knows of its grid. */
export type SelectionGrid = Pick<GridModel, 'lastUnder' | 'isLeftOut'>;

/**
 * What is selected in a grid: any number of ranges, which may overlap. The last one grows from its anchor. Nothing is
 * selected while only one cell is active. A range that ends at a row that heads others, or is drawn
 * on from one, takes those in.
 */
export class GridSelection {
  readonly #grid: () => SelectionGrid;
  #ranges: GridRange[] = [];
  /** Where the last range began; null: none is being drawn. */
  #anchor: GridPosition | null = null;
  #whole: WholeLines = null;

  /** @param grid answers the model of the moment. */
  constructor(grid: () => SelectionGrid = () => ({})) {
    this.#grid = grid;
  }

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  get ranges(): readonly GridRange[] {
    return this.#ranges;
  }

  /** Whether the last range was chosen as whole rows or columns. */
  get whole(): WholeLines {
    return this.isEmpty ? null : this.#whole;
  }

  has(row: number, column: number): boolean {
    for (const { top, left, bottom, right } of this.#ranges)
      if (row >= top && row <= bottom && column >= left && column <= right)
        return this.#grid().isLeftOut?.(column) !== true;
    return false;
  }

  /** The sides on which what is selected ends at a cell, one after a space each; null: it is not selected. */
  edgesAt(row: number, column: number): string | null {
    if (!this.has(row, column)) return null;
    let edges = '';
    if (!this.has(row - 1, column)) edges += ' top';
    if (!this.has(row, column + 1)) edges += ' right';
    if (!this.has(row + 1, column)) edges += ' bottom';
    if (!this.has(row, column - 1)) edges += ' left';
    return edges;
  }

  /** @returns whether anything was selected. */
  clear(): boolean {
    const was = !this.isEmpty;
    this.#ranges = [];
    this.#anchor = null;
    this.#whole = null;
    return was;
  }

  /** Selects this range, alone or besides the others; it grows from `anchor`. */
  select(range: GridRange, anchor: GridPosition, isMore = false, whole: WholeLines = null): void {
    const next = this.#withHeaded(range);
    this.#ranges = isMore ? [...this.#ranges, next] : [next];
    this.#anchor = anchor;
    this.#whole = whole;
  }

  /** Takes a range out where all of it is selected, otherwise selects it besides the others. */
  toggle(toggled: GridRange, anchor: GridPosition, whole: WholeLines = null): void {
    const range = this.#withHeaded(toggled);
    const left = this.#ranges.reduce((open, held) => open.flatMap((part) => without(part, held)), [range]);
    if (left.length > 0) return this.select(range, anchor, true, whole);
    this.#ranges = this.#ranges.flatMap((held) => without(held, range));
    this.#anchor = null;
    this.#whole = null;
  }

  /** Draws the last range from where it began, or from `active` if none is being drawn, to this cell. */
  extendTo(position: GridPosition, active: GridPosition): void {
    const drawn = this.#anchor === null ? undefined : this.#ranges.at(-1);
    const from = this.#anchor ?? active;
    const next = rangeOf(from, position);
    next.bottom = Math.max(next.bottom, this.#lastUnder(from.row)); // else it would lose what a head took in
    if (drawn !== undefined && (this.#whole === 'rows' || this.#whole === 'all'))
      [next.left, next.right] = [drawn.left, drawn.right];
    if (drawn !== undefined && (this.#whole === 'columns' || this.#whole === 'all'))
      [next.top, next.bottom] = [drawn.top, drawn.bottom];
    this.#anchor = from;
    this.#ranges = [
      ...(drawn === undefined ? this.#ranges : this.#ranges.slice(0, -1)),
      this.#withHeaded(next),
    ];
  }

  #withHeaded(range: GridRange): GridRange {
    return { ...range, bottom: this.#lastUnder(range.bottom) };
  }

  #lastUnder(row: number): number {
    return this.#grid().lastUnder?.(row) ?? row;
  }

  /** The selection without overlaps, in the order of rows. */
  strips(): SelectedStrip[] {
    const edges = [...new Set(this.#ranges.flatMap(({ top, bottom }) => [top, bottom + 1]))].sort(
      (a, b) => a - b,
    );
    return edges.slice(1).flatMap((end, index) => {
      const top = edges[index] ?? 0;
      const among = this.#ranges.filter((range) => range.top <= top && range.bottom >= end - 1);
      return among.length === 0 ? [] : [{ top, bottom: end - 1, runs: merged(among) }];
    });
  }

  /** The one cell that is selected; null: none is, or several are. */
  get only(): GridPosition | null {
    const [range] = this.#ranges;
    return range && this.counts().cells === 1 ? { row: range.top, column: range.left } : null;
  }

  /** Cells, rows and columns that are selected, each counted once. */
  counts(): { cells: number; rows: number; columns: number } {
    const strips = this.strips();
    let cells = 0;
    let rows = 0;
    for (const { top, bottom, runs } of strips) {
      rows += bottom - top + 1;
      cells += (bottom - top + 1) * widthOf(runs);
    }
    return { cells, rows, columns: widthOf(this.columnRuns()) };
  }

  /** The columns in which anything is selected, as runs of neighbours from left to right. */
  columnRuns(): { left: number; right: number }[] {
    return merged(this.#ranges);
  }
}

/** Whether every selected place means the same row and column in another model. */
export function isSamePlace(
  selection: GridSelection,
  before: Pick<GridModel, 'rowKey' | 'columnKey' | 'rowCount' | 'lastUnder'> & { columns: { count: number } },
  after: typeof before,
): boolean {
  if (selection.isEmpty) return true;
  const isAsLarge = before.rowCount === after.rowCount && before.columns.count === after.columns.count;
  // One cell means the same beside others; a line would no longer be a whole one.
  if (!isAsLarge && (selection.counts().cells > 1 || selection.whole !== null)) return false;
  for (const { top, left, bottom, right } of selection.ranges) {
    if (bottom >= after.rowCount || right >= after.columns.count) return false;
    if (after.lastUnder?.(bottom) !== before.lastUnder?.(bottom)) return false;
    // Models that name rows by the same function have them in the same places: there may be 100,000.
    const isSame = before.rowKey === after.rowKey;
    for (let row = top; row <= bottom && !isSame; row++)
      if (before.rowKey(row) !== after.rowKey(row)) return false;
    for (let column = left; column <= right; column++)
      if (before.columnKey(column) !== after.columnKey(column)) return false;
  }
  return true;
}

/** The range between two cells, whichever corners they are. */
export function rangeOf(one: GridPosition, other: GridPosition): GridRange {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

/** What of a range lies outside another: up to four ranges. */
function without(range: GridRange, hole: GridRange): GridRange[] {
  const { top, left, bottom, right } = range;
  if (hole.top > bottom || hole.bottom < top || hole.left > right || hole.right < left) return [range];
  const middle = { top: Math.max(top, hole.top), bottom: Math.min(bottom, hole.bottom) };
  return [
    { ...range, bottom: hole.top - 1 },
    { ...range, top: hole.bottom + 1 },
    { ...middle, left, right: hole.left - 1 },
    { ...middle, left: hole.right + 1, right },
  ].filter((part) => part.top <= part.bottom && part.left <= part.right);
}

function merged(ranges: readonly GridRange[]): { left: number; right: number }[] {
  const runs: { left: number; right: number }[] = [];
  for (const { left, right } of [...ranges].sort((a, b) => a.left - b.left)) {
    const last = runs.at(-1);
    if (last !== undefined && left <= last.right + 1) last.right = Math.max(last.right, right);
    else runs.push({ left, right });
  }
  return runs;
}

function widthOf(runs: readonly { left: number; right: number }[]): number {
  return runs.reduce((sum, { left, right }) => sum + right - left + 1, 0);
}
