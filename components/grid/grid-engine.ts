import {
  hasSameColumns,
  type GridCell,
  type GridHeading,
  type GridModel,
  type GridPosition,
} from './grid-model';
import { GridFocus } from './grid-focus';
import { GridPointing } from './grid-pointing';
import { GridPool } from './grid-pool';
import { writeSizes } from './grid-sizes';
import { GridSelection, isSamePlace, type GridRange, type WholeLines } from './grid-selection';
import {
  beyond,
  firstInPool,
  frozenIn,
  offsetToShow,
  poolSize,
  scrollScale,
  stuckWidths,
  type ScrollScale,
} from './grid-window';
import styles from './grid.module.css';

/** What lies in the top left corner of a view, by its keys, and how many px of it are out of view. */
interface Anchor {
  rowKey: string;
  below: number;
  columnKey: string;
  right: number;
}

/** What a grid tells of itself. */
export interface GridEvents {
  /** Another selection was made; the object is the engine's own. */
  selection?: (selection: GridSelection) => void;
  /** Rows or columns may have come into view; asked for in each frame of scrolling. */
  view?: (view: GridRange) => void;
}

/** Rows and columns kept beyond the edges, so that the browser's own scrolling meets painted cells. */
const rowOverscan = 2;
const columnOverscan = 1;
/** ms without a scroll event after which scrolling has settled. */
const settleAfter = 120;
/**
 * A two-dimensional grid in one scroll area: sticky head and pinned columns, a recycled pool of DOM cells, one tab
 * stop. It draws what its `GridModel` says, and no framework takes part in scrolling.
 */
export class GridEngine<Cell extends GridCell> {
  readonly #root: HTMLElement;
  readonly #resize: ResizeObserver;
  readonly #abort = new AbortController();
  readonly #focus: GridFocus<Cell>;
  readonly #pointing: GridPointing;
  readonly #selection = new GridSelection();
  readonly #events: GridEvents;
  /** The model as it was given, and as it is in a view of this width. */
  #given: GridModel<Cell>;
  #model: GridModel<Cell>;
  #pool: GridPool<Cell>;
  #scale: ScrollScale;
  #width = 0;
  #height = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Null: the rows that head others scroll away like any other. */
  heading: GridHeading<Cell> | null = null;

  /** Takes `root` over: the engine owns its children, role and `aria-*` counts, not its label. */
  constructor(root: HTMLElement, model: GridModel<Cell>, events: GridEvents = {}) {
    this.#root = root;
    this.#events = events;
    this.#scale = scrollScale(0, 0);
    root.setAttribute('role', 'grid');
    root.translate = false; // it writes into text nodes of its own
    root.setAttribute('aria-multiselectable', 'true');
    root.classList.add(styles.grid ?? '');
    this.#width = root.clientWidth;
    this.#given = model;
    this.#model = fittedTo(this.#width, model);
    this.#pool = this.#newPool();
    this.#focus = new GridFocus(root, {
      model: () => this.#model,
      pool: () => this.#pool,
      page: () => Math.max(1, Math.floor(this.#bodyHeight() / this.#model.rowHeight) - 1),
      reveal: (position) => this.reveal(position),
      isScrolling: () => this.#settling !== undefined,
      selection: () => this.#selection,
      selected: () => this.#selected(),
    });
    this.#pointing = new GridPointing(root, {
      hit: (target) => this.hit(target),
      model: () => this.#model,
      active: () => this.#focus.active,
      rest: (position) => this.#focus.rest(position),
      select: (range, anchor, isMore, whole) => this.select(range, anchor, isMore, whole),
      toggle: (range, anchor, whole) => {
        this.#selection.toggle(range, anchor, whole);
        this.#focus.rest(anchor);
        this.#selected();
      },
      hasSelection: () => !this.#selection.isEmpty,
      extendTo: (position) => this.#focus.extendTo(position),
      follow: (x, y) => this.#follow(x, y),
    });
    root.addEventListener('scroll', () => this.#moved(), { passive: true, signal: this.#abort.signal });
    this.#resize = new ResizeObserver(() => this.#measure());
    this.#resize.observe(root);
    this.#measure();
  }

  /**
   * Shows another model. What is in view and what is in focus stay in place by their keys, unless `toTop` says that
   * this is another list. At the very start, new rows before those in view push them down.
   * @param isAhead what follows from a key of somebody who types: cells in view are painted at once, the others, and heads
   * of the same columns, when this has settled.
   */
  setModel(model: GridModel<Cell>, toTop = false, isAhead = false): void {
    const before = this.#model;
    const anchor = toTop ? null : this.#anchor();
    const fitted = fittedTo(this.#width, model);
    const rebuild =
      this.#given.pinned !== model.pinned ||
      this.#pool.frozen !== frozenIn(this.#width, fitted) ||
      before.rowHeight !== model.rowHeight;
    if (rebuild) this.#focus.release();
    this.#given = model;
    this.#model = fitted;
    // Its places would mean other cells.
    const isUnselected = (toTop || !isSamePlace(this.#selection, before, model)) && this.#selection.clear();
    this.#focus.follow(before);
    if (rebuild) this.#rebuild();
    this.#pool.forget();
    this.#fit();
    if (toTop) this.#root.scrollTop = 0;
    this.#returnTo(anchor);
    this.#moved(isAhead && !rebuild && hasSameColumns(before, model));
    if (isUnselected) this.#events.selection?.(this.#selection);
  }

  /** The element that it was given. */
  get root(): HTMLElement {
    return this.#root;
  }

  /** What is shown, as it was given. */
  get model(): GridModel<Cell> {
    return this.#given;
  }

  /** What is selected; empty while only one cell is active. */
  get selection(): GridSelection {
    return this.#selection;
  }
  /** The cell that an element lies in; the head of a column is at row -1, that of a row at column -1. */
  hit(target: EventTarget | null): GridPosition | null {
    return this.#pool.hit(target);
  }
  /** The active cell. */
  get active(): GridPosition {
    return this.#focus.active;
  }

  /** Selects a range, alone or besides what is selected, and makes `anchor` the active cell where it is in view. */
  select(range: GridRange, anchor: GridPosition, isMore = false, whole: WholeLines = null): void {
    if (range.bottom < range.top || range.right < range.left) return;
    this.#selection.select(range, anchor, isMore, whole);
    this.#focus.rest(anchor);
    this.#selected();
  }

  /** Selects all cells. */
  selectAll(): void {
    const { rowCount, columns } = this.#model;
    if (rowCount === 0 || columns.count === 0) return;
    const all = { top: 0, left: 0, bottom: rowCount - 1, right: columns.count - 1 };
    this.#selection.select(all, this.#focus.active, false, 'all');
    this.#selected();
  }

  /** Selects no cell any more. */
  selectNothing(): void {
    if (this.#selection.clear()) this.#selected();
  }

  /** Scrolls to where a view of the same list was left, in px. */
  resume({ top, left }: { top: number; left: number }): void {
    this.#root.scrollTop = top;
    this.#root.scrollLeft = left;
    this.#moved();
  }

  /** Makes a cell the active one and in view, wherever the focus is. */
  show(position: GridPosition): void {
    this.#focus.choose(position);
    this.reveal(position);
    this.#focus.light();
  }

  /** Makes a cell the active one, in view and in focus. */
  moveTo(position: GridPosition): void {
    this.#focus.moveTo(position);
  }

  /** Paints cells, the pinned cells of their rows and the heads of their columns again; nothing that is out of view. */
  repaintCells(places: readonly GridPosition[]): void {
    this.#pool.repaintCells(places.filter(({ row, column }) => row >= 0 && column >= 0));
    this.#focus.afterShow();
    this.heading?.repaint();
  }

  /** Paints everything in view again. */
  repaint(): void {
    this.#pool.forget();
    this.#draw();
  }

  /** Scrolls as little as needed to bring a cell wholly into view, and paints. */
  reveal({ row, column }: GridPosition): void {
    const { rowHeight, columns } = this.#model;
    const { frozen } = this.#pool;
    const top = this.#scale.toContent(this.#root.scrollTop);
    const from = top + this.#above(row) * rowHeight;
    const room = this.#bodyHeight() + top - from;
    const by = row < 0 ? 0 : offsetToShow(from, room, row * rowHeight, rowHeight) - from;
    if (by !== 0) this.#root.scrollTop = this.#scale.toScroll(top + by);
    if (column >= frozen) {
      const left = this.#root.scrollLeft;
      const [start, width] = [columns.start(column) - columns.start(frozen), columns.width(column)];
      const wantedLeft = offsetToShow(left, Math.max(width, this.#bodyWidth()), start, width);
      if (wantedLeft !== left) this.#root.scrollLeft = wantedLeft;
    }
    this.#draw();
  }

  /**
   * First and last row and column of which some can be seen, of those that scroll; the last before the first where there
   * is none.
   */
  get view(): GridRange {
    const { rowCount, rowHeight, columns } = this.#model;
    const y = this.#scale.toContent(this.#root.scrollTop);
    const x = columns.start(this.#pool.frozen) + this.#root.scrollLeft;
    const bottom = Math.min(rowCount, Math.ceil((y + this.#bodyHeight()) / rowHeight)) - 1;
    const right = columns.at(Math.ceil(x + this.#bodyWidth()) - 1);
    const top = Math.floor(y / rowHeight);
    return { top: top + this.#above(top), left: Math.max(0, columns.at(x)), bottom, right };
  }

  /** Whether some of a cell can be seen without scrolling. */
  isInView({ row, column }: GridPosition): boolean {
    const { top, left, bottom, right } = this.view;
    const isBeside = column >= left && column <= right;
    return row >= Math.max(0, top) && row <= bottom && (isBeside || column < this.#pool.frozen);
  }

  /** Ends all listening; the root is empty afterwards. */
  destroy(): void {
    clearTimeout(this.#settling);
    this.#abort.abort();
    this.#resize.disconnect();
    this.#focus.destroy();
    this.#pointing.destroy();
    this.#root.replaceChildren();
  }

  /** How many rows lie above one at the top of the view: the one that heads it, or none. */
  #above(row: number): number {
    return (this.#model.headingOf?.(row) ?? row) === row ? 0 : 1;
  }

  #newPool(): GridPool<Cell> {
    const frozen = frozenIn(this.#width, this.#model);
    const pool = new GridPool<Cell>(() => this.#model, frozen, this.#selection);
    this.#root.append(pool.head, pool.body);
    return pool;
  }

  /** Makes rows and cells anew. */
  #rebuild(): void {
    this.#focus.release();
    this.#root.replaceChildren();
    this.#pool = this.#newPool();
  }

  #selected(): void {
    this.#pool.markSelected();
    this.#events.selection?.(this.#selection);
  }

  /** Scrolls towards a pointer beyond the edge of the body, and tells the cell nearest to it. */
  #follow(x: number, y: number): GridPosition | null {
    const { rowCount, rowHeight, headHeight, columns } = this.#model;
    if (rowCount === 0 || columns.count === 0) return null;
    const box = this.#root.getBoundingClientRect();
    const stuck = stuckWidths(this.#model, this.#pool.frozen);
    const inBody = { x: x - box.left - stuck.pinned - stuck.frozen, y: y - box.top - headHeight };
    const room = { x: this.#bodyWidth(), y: this.#bodyHeight() };
    this.#root.scrollBy(beyond(inBody.x, room.x), beyond(inBody.y, room.y));
    const within = (place: number, size: number) => Math.max(0, Math.min(place, size - 1));
    const down = this.#scale.toContent(this.#root.scrollTop) + within(inBody.y, room.y);
    const isScrolled = inBody.x >= 0 || stuck.frozen === 0;
    const across = isScrolled ? this.#root.scrollLeft + within(inBody.x, room.x) : inBody.x;
    return {
      row: Math.max(0, Math.min(Math.floor(down / rowHeight), rowCount - 1)),
      column: columns.at(stuck.frozen + across),
    };
  }

  #bodyHeight(): number {
    return Math.max(this.#model.rowHeight, this.#height - this.#model.headHeight);
  }

  /** Px in which columns scroll. */
  #bodyWidth(): number {
    const { pinned, frozen } = stuckWidths(this.#model, this.#pool.frozen);
    return Math.max(1, this.#width - pinned - frozen);
  }

  #measure(): void {
    const { left, right } = this.view;
    const { active, isUnvisited } = this.#focus;
    const { column } = active;
    const { clientWidth } = this.#root;
    // A panel beside the grid takes of its width, and may tell of the column that is active.
    const isKept = clientWidth < this.#width && !isUnvisited && column >= left && column <= right;
    const isOther = clientWidth !== this.#width;
    this.#width = clientWidth;
    this.#height = this.#root.clientHeight;
    const isHidden = this.#width === 0;
    if (isOther && !isHidden && this.#given.fit) {
      this.#model = fittedTo(this.#width, this.#given);
      this.#pool.forget();
    }
    if (isHidden || this.#pool.frozen === frozenIn(this.#width, this.#model)) this.#fit();
    else {
      const isAtStart = this.#root.scrollLeft === 0;
      const anchor = this.#anchor();
      this.#rebuild();
      this.#fit();
      this.#returnTo(anchor);
      if (isAtStart) this.#root.scrollLeft = 0; // and not after columns that stayed before
    }
    if (isKept && !isHidden) this.reveal({ row: -1, column });
    this.#moved();
  }

  /** Brings pool and scroll area to the size of model and view. */
  #fit(): void {
    const { rowCount, rowHeight, headHeight, columns, pinned } = this.#model;
    const stuck = stuckWidths(this.#model, this.#pool.frozen);
    this.#pool.grow(
      poolSize(this.#bodyHeight(), rowHeight, rowOverscan),
      columns.mostIn(this.#bodyWidth(), this.#pool.frozen) + 2 * columnOverscan,
    );
    this.#scale = scrollScale(rowCount * rowHeight, this.#bodyHeight());
    this.#pool.resize(stuck.pinned + columns.size, this.#scale.height);
    writeSizes(this.#root, {
      rowHeight,
      headHeight,
      pinnedWidth: stuck.pinned,
      stuckWidth: stuck.pinned + stuck.frozen,
    });
    this.#root.setAttribute('aria-rowcount', String(rowCount + 1));
    this.#root.setAttribute('aria-colcount', String(pinned.length + columns.count));
  }

  /** @param isViewFirst what is not in view is painted when this has settled. */
  #moved(isViewFirst = false): void {
    const { view } = this; // looked up after painting, it would have the browser lay out everything at once
    this.#draw(isViewFirst ? view : null);
    this.#settleSoon();
    this.#events.view?.(view);
  }

  #draw(only: GridRange | null = null): void {
    const model = this.#model;
    const scrollTop = this.#root.scrollTop;
    const top = this.#scale.toContent(scrollTop);
    const firstRow = Math.floor(top / model.rowHeight);
    const row = firstInPool(firstRow, model.rowCount, this.#pool.rowSlots, rowOverscan);
    const { columns } = model;
    const { frozen } = this.#pool;
    const column = firstInPool(
      columns.at(columns.start(frozen) + this.#root.scrollLeft),
      columns.count,
      this.#pool.columnSlots,
      columnOverscan,
      frozen,
    );
    const { rowSlots, columnSlots } = this.#pool;
    const all = { top: row, left: column, bottom: row + rowSlots - 1, right: column + columnSlots - 1 };
    this.#focus.beforeShow(only ?? all);
    this.#pool.show(row, column, top - scrollTop, only);
    this.#focus.afterShow();
    this.heading?.show(model, top, column, this.#pool);
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#draw();
      this.#pool.tidy();
    }, settleAfter);
  }

  /** What lies in the top left corner of the view, by keys; null while the view is at the very start. */
  #anchor(): Anchor | null {
    const { rowCount, rowHeight, columns, rowKey, columnKey } = this.#model;
    const top = this.#scale.toContent(this.#root.scrollTop);
    const left = this.#root.scrollLeft;
    if (rowCount === 0 || columns.count === 0 || (top === 0 && left === 0)) return null;
    const { top: row, left: column } = this.view;
    return {
      rowKey: rowKey(row),
      below: top - row * rowHeight,
      columnKey: columnKey(column),
      right: left - (columns.start(column) - columns.start(this.#pool.frozen)),
    };
  }

  /** Puts what an anchor names back into the corner; what is gone, or stays in view, has no place there. */
  #returnTo(anchor: Anchor | null): void {
    if (anchor === null) return;
    const { rowHeight, columns, rowOfKey, columnOfKey } = this.#model;
    const [row, column] = [rowOfKey(anchor.rowKey), columnOfKey(anchor.columnKey)];
    if (row >= 0) this.#root.scrollTop = this.#scale.toScroll(row * rowHeight + anchor.below);
    if (column < this.#pool.frozen) return;
    this.#root.scrollLeft = columns.start(column) - columns.start(this.#pool.frozen) + anchor.right;
  }
}

function fittedTo<Cell extends GridCell>(width: number, model: GridModel<Cell>): GridModel<Cell> {
  return { ...model, ...model.fit?.(width) };
}
