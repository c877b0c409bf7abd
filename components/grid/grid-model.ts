/** A body cell as the feature sees it: the element the engine moves, plus whatever the feature remembers about it. */
export interface GridCell {
  /** The element with role `gridcell`; the engine owns its place, `aria-colindex` and `data-active`. */
  readonly element: HTMLElement;
}

/** What names a row, at the left. */
export interface PinnedColumn {
  /** Stable name, written as `data-col` on header and cells. */
  key: string;
  label: string;
  /** CSS px, at least. */
  width: number;
  /** CSS px, at most: the first column takes what the view has to spare, others theirs where all columns fit. None: as many as at least. */
  most?: number;
  align?: 'start' | 'end';
  /** Whether the cells name their row (`rowheader`); otherwise they are `gridcell`s. */
  namesRow: boolean;
}

/** The column that the rows are ordered by: a pinned one, or one of those that scroll, by its place among its like. */
export interface GridOrder {
  among: 'pinned' | 'columns';
  at: number;
  direction: 'ascending' | 'descending';
}

/** The grid's columns; a folded group is one column. */
export interface FoldedColumns {
  /** How many there are unfolded. */
  from: number;
  /** CSS px that each needs then at least, and takes at most where those that are folded away, or the view, leave them. */
  least: number;
  most: number;
}

/**
 * What a grid shows. The engine calls the paint functions in the scroll path, hundreds of times a frame: they must
 * be cheap, must not read layout, and should write only what differs from what the element already shows.
 */
export interface GridModel<Cell extends GridCell = GridCell> {
  rowCount: number;
  /** Sizes in CSS px; all rows are alike. */
  rowHeight: number;
  headHeight: number;
  /** The columns that have cells: how many, and CSS px of each, at least and at most; `folds`: some are folded into one. */
  columns: { count: number; least: number; most: number; folds?: FoldedColumns | undefined };
  /** What names each row, left of all cells. */
  pinned: readonly PinnedColumn[];
  /** Told on the column's head as `aria-sort`; null: the rows have no order that a column stands for. */
  order: GridOrder | null;
  /** Makes an empty body cell; called when the pool grows only. */
  createCell: () => Cell;
  paintCell: (cell: Cell, row: number, column: number) => void;
  paintHeader: (element: HTMLElement, column: number) => void;
  /** `pinned` is the position in `pinned`. */
  paintPinned: (element: HTMLElement, row: number, pinned: number) => void;
  /** The element of a painted cell that takes the keyboard focus: its control, or the cell itself. */
  focusTarget: (cell: Cell) => HTMLElement;
  /** A press of the cell at (row, column): click on its control, Space or Enter; answers whether it is selected as well. */
  press: (row: number, column: number, isByKey: boolean) => boolean;
  /** A press of what names a row, where that means something: answers whether it did. Else the row is selected. */
  pressRow?: (row: number) => boolean;
  /** The row that heads this one, and stays in view while it does; the row itself where none does. */
  headingOf?: (row: number) => number;
  /** The last of the rows that this one heads, which are selected with it; the row itself where it heads none. */
  lastUnder?: (row: number) => number;
  /** Whether a selection leaves out the cells of a column that it lies over. */
  isLeftOut?: (column: number) => boolean;
  /** A letter typed on the cell at (row, column), in lower case; answers whether it meant something. */
  letter?: (letter: string, row: number, column: number) => boolean;
  /**
   * A click, Space or Enter on the head of a column, which the keys reach as a row above the first. A click selects the
   * column where the answer is false. Without it each click does, and the keys do not reach the heads.
   */
  pressHead?: (column: number, event: MouseEvent | KeyboardEvent) => boolean;
  /** Whether Space and Enter on a cell of a column press its head; pressed again there, they press it again. */
  isByHead?: (column: number) => boolean;
  /** Stable names of rows and columns, so that a new model can keep what is in view and in focus; -1 when gone. */
  rowKey: (row: number) => string;
  rowOfKey: (key: string) => number;
  columnKey: (column: number) => string;
  columnOfKey: (key: string) => number;
}

/** A position in the body of the grid, counted from 0; row -1 is the head of a column. */
export interface GridPosition {
  row: number;
  column: number;
}
