import { columnWidths, type ColumnWidths } from './column-widths';
import type { GridCell, GridModel, GridPosition } from './grid-model';
import { GridFocus } from './grid-focus';
import { GridPointing } from './grid-pointing';
import { GridPool } from './grid-pool';
import { GridSelection, isSamePlace, type GridRange, type WholeLines } from './grid-selection';
import { beyond, firstInPool, offsetToShow, poolSize, scrollScale, type ScrollScale } from './grid-window';
import styles from './grid.module.css';

/** What lies in the top left corner of a view, by its keys, and how many px of it are out of view. */
interface Anchor {
  rowKey: string;
  below: number;
  columnKey: string;
  right: number;
}

/** Events of a grid. */
export interface GridEvents {
  /** The selection changed; the object is the engine's own. */
  selection?: (selection: GridSelection) => void;
  /** Rows or columns may have come into view; called in each frame of scrolling. */
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
  readonly #selection = new GridSelection(() => this.#model);
  readonly #events: GridEvents;
  #model: GridModel<Cell>;
  /** Widths of its columns in a view of this width. */
  #widths: ColumnWidths;
  #pool: GridPool<Cell>;
  #scale: ScrollScale;
  #width = 0;
  #height = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Fills `root`: the engine owns its children, role and `aria-*` counts; the caller owns its label. */
  constructor(root: HTMLElement, model: GridModel<Cell>, events: GridEvents = {}) {
    this.#root = root;
    this.#events = events;
    this.#scale = scrollScale(0, 0);
    root.setAttribute('role', 'grid');
    root.translate = false; // a browser's translation would replace the text nodes that the painters write
    root.setAttribute('aria-multiselectable', 'true');
    root.classList.add(styles.grid ?? '');
    this.#width = root.clientWidth;
    this.#model = model;
    this.#widths = columnWidths(model, this.#width);
    this.#pool = this.#newPool();
    this.#focus = new GridFocus(root, {
      model: () => this.#model,
      pool: () => this.#pool,
      page: () => Math.max(1, Math.floor(this.#bodyHeight() / this.#model.rowHeight) - 1),
      reveal: (position) => this.reveal(position),
      isInView: (position) => this.isInView(position),
      view: () => this.view,
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
   */
  setModel(model: GridModel<Cell>, toTop = false): void {
    const before = this.#model;
    const anchor = toTop ? null : this.#anchor();
    const rebuild = before.pinned !== model.pinned || before.rowHeight !== model.rowHeight;
    if (rebuild) this.#focus.release();
    this.#model = model;
    // Its rows and columns now stand for other cells.
    const isUnselected = (toTop || !isSamePlace(this.#selection, before, model)) && this.#selection.clear();
    this.#focus.follow(before);
    if (rebuild) this.#rebuild();
    this.#pool.forget();
    this.#fit();
    if (toTop) this.#root.scrollTop = 0;
    this.#returnTo(anchor);
    this.#moved();
    if (isUnselected) this.#events.selection?.(this.#selection);
  }

  /** The element that it was given. */
  get root(): HTMLElement {
    return this.#root;
  }

  /** What is shown. */
  get model(): GridModel<Cell> {
    return this.#model;
  }

  /** Empty while only one cell is active. */
  get selection(): GridSelection {
    return this.#selection;
  }
  /** The cell that an element lies in; the head of a column is at row -1, that of a row at column -1. */
  hit(target: EventTarget | null): GridPosition | null {
    return this.#pool.hit(target);
  }
  /** The active cell, or the place where it was. */
  get active(): GridPosition {
    return this.#focus.active;
  }
  /** False: its row or column is gone, and the person went to no other cell yet. */
  get hasActive(): boolean {
    return this.#focus.hasActive;
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

  /** Makes a cell the active one and brings it into view; does not move the focus. */
  show(position: GridPosition): void {
    this.#focus.choose(position);
    this.reveal(position);
    this.#focus.light();
  }

  /** Makes a cell the active one, brings it into view and focuses it. */
  moveTo(position: GridPosition): void {
    this.#focus.moveTo(position);
  }

  /** Takes the focus without scrolling: for the active cell, else the first in view; on no cell while none is active. */
  focus(): void {
    this.#focus.take();
  }

  /** Paints cells, the pinned cells of their rows and the heads of their columns again; nothing that is out of view. */
  repaintCells(places: readonly GridPosition[]): void {
    this.#pool.repaintCells(places.filter(({ row, column }) => row >= 0 && column >= 0));
    this.#focus.afterShow();
  }

  /** Paints everything in view again. */
  repaint(): void {
    this.#pool.forget();
    this.#draw();
  }

  /** Scrolls as little as needed to bring a cell wholly into view, and paints; at row or column -1 only the other way. */
  reveal({ row, column }: GridPosition): void {
    const { rowHeight } = this.#model;
    const top = this.#scale.toContent(this.#root.scrollTop);
    const from = top + this.#above(row) * rowHeight;
    const room = this.#bodyHeight() + top - from;
    const by = row < 0 ? 0 : offsetToShow(from, room, row * rowHeight, rowHeight) - from;
    if (by !== 0) this.#root.scrollTop = this.#scale.toScroll(top + by);
    const left = this.#root.scrollLeft;
    const width = this.#widths.column;
    const wantedLeft = offsetToShow(left, Math.max(width, this.#bodyWidth()), column * width, width);
    if (column >= 0 && wantedLeft !== left) this.#root.scrollLeft = wantedLeft;
    this.#draw();
  }

  /** The first and last row and column that the view shows at least in part; an empty view has its last before its first. */
  get view(): GridRange {
    const { rowCount, rowHeight } = this.#model;
    const y = this.#scale.toContent(this.#root.scrollTop);
    const x = this.#root.scrollLeft;
    const bottom = Math.min(rowCount, Math.ceil((y + this.#bodyHeight()) / rowHeight)) - 1;
    const right = this.#columnAt(Math.ceil(x + this.#bodyWidth()) - 1);
    const top = Math.floor(y / rowHeight);
    return { top: top + this.#above(top), left: Math.max(0, this.#columnAt(x)), bottom, right };
  }

  /** Whether some of a cell can be seen without scrolling. */
  isInView({ row, column }: GridPosition): boolean {
    const { top, left, bottom, right } = this.view;
    return row >= Math.max(0, top) && row <= bottom && column >= left && column <= right;
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

  /** The column that covers so many px of all that have cells; the nearest one beyond the ends, -1 where there is none. */
  #columnAt(offset: number): number {
    return Math.min(Math.max(0, Math.floor(offset / this.#widths.column)), this.#model.columns.count - 1);
  }

  #newPool(): GridPool<Cell> {
    const pool = new GridPool<Cell>(
      () => this.#model,
      this.#selection,
      (row, isName) => {
        // It leads to the row itself, which its name presses.
        this.show({ row, column: this.#focus.active.column });
        if (isName) this.#model.pressRow?.(row);
      },
    );
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
    const inBody = { x: x - box.left - this.#widths.stuck, y: y - box.top - headHeight };
    const room = { x: this.#bodyWidth(), y: this.#bodyHeight() };
    this.#root.scrollBy(beyond(inBody.x, room.x), beyond(inBody.y, room.y));
    const within = (place: number, size: number) => Math.max(0, Math.min(place, size - 1));
    const down = this.#scale.toContent(this.#root.scrollTop) + within(inBody.y, room.y);
    return {
      row: Math.max(0, Math.min(Math.floor(down / rowHeight), rowCount - 1)),
      column: this.#columnAt(this.#root.scrollLeft + within(inBody.x, room.x)),
    };
  }

  #bodyHeight(): number {
    return Math.max(this.#model.rowHeight, this.#height - this.#model.headHeight);
  }

  /** Px in which columns scroll. */
  #bodyWidth(): number {
    return Math.max(1, this.#width - this.#widths.stuck);
  }

  #measure(): void {
    const { left, right } = this.view;
    const { active, isUnvisited } = this.#focus;
    const { column } = active;
    const { clientWidth } = this.#root;
    // A panel beside the grid takes of its width, and may tell of the column that is active.
    const isKept = clientWidth < this.#width && !isUnvisited && column >= left && column <= right;
    this.#width = clientWidth;
    this.#height = this.#root.clientHeight;
    this.#fit();
    if (isKept && clientWidth > 0) this.reveal({ row: -1, column });
    this.#moved();
  }

  /** Brings pool and scroll area to the size of model and view. */
  #fit(): void {
    const { rowCount, rowHeight, headHeight, columns, pinned } = this.#model;
    const widths = columnWidths(this.#model, this.#width);
    if (this.#width > 0 && !isSame(widths, this.#widths)) this.#widths = widths; // hidden, it keeps its own
    this.#pool.grow(
      poolSize(this.#bodyHeight(), rowHeight, rowOverscan),
      poolSize(this.#bodyWidth(), this.#widths.column, columnOverscan),
    );
    this.#scale = scrollScale(rowCount * rowHeight, this.#bodyHeight());
    this.#pool.resize(this.#widths, this.#scale.height);
    this.#writeSizes({ row: rowHeight, head: headHeight, pinned: this.#widths.stuck });
    this.#root.setAttribute('aria-rowcount', String(rowCount + 1));
    this.#root.setAttribute('aria-colcount', String(pinned.length + columns.count));
  }

  /** Writes the sizes that CSS looks up where they are others: each write has all cells styled anew. */
  #writeSizes(sizes: Record<'row' | 'head' | 'pinned', number>): void {
    const { style } = this.#root;
    for (const [name, px] of Object.entries(sizes)) {
      const property = `--grid-${name}-${name === 'pinned' ? 'width' : 'height'}`;
      if (style.getPropertyValue(property) !== `${px}px`) style.setProperty(property, `${px}px`);
    }
  }

  #moved(): void {
    const { view } = this; // looked up after painting, it would have the browser lay out everything at once
    this.#draw();
    this.#settleSoon();
    this.#events.view?.(view);
  }

  #draw(): void {
    const { rowHeight, rowCount, columns } = this.#model;
    const scrollTop = this.#root.scrollTop;
    const top = this.#scale.toContent(scrollTop);
    const { rowSlots, columnSlots } = this.#pool;
    const row = firstInPool(Math.floor(top / rowHeight), rowCount, rowSlots, rowOverscan);
    const first = this.#columnAt(this.#root.scrollLeft);
    const column = firstInPool(first, columns.count, columnSlots, columnOverscan);
    this.#focus.beforeShow({
      top: row,
      left: column,
      bottom: row + rowSlots - 1,
      right: column + columnSlots - 1,
    });
    this.#pool.show(row, column, top - scrollTop, this.#headingAt(top));
    this.#focus.afterShow();
  }

  /** The row that heads the first one in view, where it is scrolled away, and how far the next such row pushes it up. */
  #headingAt(top: number): { row: number; pushed: number } | null {
    const { rowHeight, rowCount, headingOf } = this.#model;
    const headOf = (row: number) => (row < rowCount ? (headingOf?.(row) ?? row) : row);
    const first = Math.floor(top / rowHeight);
    const [row, next] = [headOf(first), headOf(first + 1)];
    const heads = row < first || next === first; // else nothing in view belongs to it
    if (!heads || top <= row * rowHeight) return null;
    return { row, pushed: next > first ? top - first * rowHeight : 0 };
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
      right: left - column * this.#widths.column,
    };
  }

  /** Puts what an anchor names back into the corner; what is gone has no place there. */
  #returnTo(anchor: Anchor | null): void {
    if (anchor === null) return;
    const { rowHeight, rowOfKey, columnOfKey } = this.#model;
    const [row, column] = [rowOfKey(anchor.rowKey), columnOfKey(anchor.columnKey)];
    if (row >= 0) this.#root.scrollTop = this.#scale.toScroll(row * rowHeight + anchor.below);
    if (column >= 0) this.#root.scrollLeft = column * this.#widths.column + anchor.right;
  }
}

function isSame(some: ColumnWidths, others: ColumnWidths): boolean {
  return (
    some.all === others.all && some.column === others.column && String(some.pinned) === String(others.pinned)
  );
}
