import type { GridCell, GridModel, GridPosition } from './grid-model';
import { GridFocus } from './grid-focus';
import { GridPointing } from './grid-pointing';
import { GridPool } from './grid-pool';
import { GridSelection, isSamePlace, type GridRange, type WholeLines } from './grid-selection';
import {
  beyond,
  firstInPool,
  offsetToShow,
  pinnedWidth,
  poolSize,
  scrollScale,
  type ScrollScale,
} from './grid-window';
import styles from './grid.module.css';

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
  readonly #onSelection: (selection: GridSelection) => void;
  #model: GridModel<Cell>;
  #pool: GridPool<Cell>;
  #scale: ScrollScale;
  #width = 0;
  #height = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Takes `root` over: the engine owns its children, role and `aria-*` counts, not its label. */
  constructor(
    root: HTMLElement,
    model: GridModel<Cell>,
    onSelection: (selection: GridSelection) => void = () => undefined,
  ) {
    this.#root = root;
    this.#onSelection = onSelection;
    this.#model = model;
    this.#scale = scrollScale(0, 0);
    root.setAttribute('role', 'grid');
    root.setAttribute('aria-multiselectable', 'true');
    root.classList.add(styles.grid ?? '');
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
      hit: (target) => this.#pool.hit(target),
      model: () => this.#model,
      active: () => this.#focus.active,
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
    // Its places would mean other cells.
    const isUnselected = (toTop || !isSamePlace(this.#selection, before, model)) && this.#selection.clear();
    this.#focus.follow(before);
    if (rebuild) {
      this.#root.replaceChildren();
      this.#pool = this.#newPool();
    }
    this.#pool.forget();
    this.#fit();
    const row = anchor === null ? -1 : model.rowOfKey(anchor.rowKey);
    const column = anchor === null ? -1 : model.columnOfKey(anchor.columnKey);
    if (toTop) this.#root.scrollTop = 0;
    else if (anchor !== null && row >= 0) {
      this.#root.scrollTop = this.#scale.toScroll(row * model.rowHeight + anchor.below);
    }
    if (anchor !== null && column >= 0) this.#root.scrollLeft = column * model.columnWidth + anchor.right;
    this.#moved();
    if (isUnselected) this.#onSelection(this.#selection);
  }

  /** What is selected; empty while only one cell is active. */
  get selection(): GridSelection {
    return this.#selection;
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

  /** Selects all cells, or nothing any more. */
  selectAll(isAll = true): void {
    const { rowCount, columnCount } = this.#model;
    const all = { top: 0, left: 0, bottom: rowCount - 1, right: columnCount - 1 };
    if (isAll && rowCount > 0 && columnCount > 0)
      this.#selection.select(all, this.#focus.active, false, 'all');
    else if (!this.#selection.clear()) return;
    this.#selected();
  }

  /** Makes a cell the active one, in view and in focus. */
  moveTo(position: GridPosition): void {
    this.#focus.moveTo(position);
  }

  /** Paints one cell, its row's pinned cells and its column's head again; nothing that is out of view. */
  repaintCell(row: number, column: number): void {
    if (row < 0 || column < 0) return;
    this.#pool.repaintCell(row, column);
    this.#focus.afterShow();
  }

  /** Paints everything in view again. */
  repaint(): void {
    this.#pool.forget();
    this.#draw();
  }

  /** Scrolls as little as needed to bring a cell wholly into view, and paints. */
  reveal({ row, column }: GridPosition): void {
    const { rowHeight, columnWidth } = this.#model;
    const top = this.#scale.toContent(this.#root.scrollTop);
    const wanted = offsetToShow(top, this.#bodyHeight(), row * rowHeight, rowHeight);
    if (wanted !== top) this.#root.scrollTop = this.#scale.toScroll(wanted);
    const left = this.#root.scrollLeft;
    const room = Math.max(columnWidth, this.#width - pinnedWidth(this.#model));
    const wantedLeft = offsetToShow(left, room, column * columnWidth, columnWidth);
    if (wantedLeft !== left) this.#root.scrollLeft = wantedLeft;
    this.#draw();
  }

  /** First and last row and column of which some can be seen; the last before the first where there is none. */
  get view(): GridRange {
    const { rowCount, columnCount, rowHeight, columnWidth } = this.#model;
    const [y, x] = [this.#scale.toContent(this.#root.scrollTop), this.#root.scrollLeft];
    const width = this.#width - pinnedWidth(this.#model);
    const bottom = Math.min(rowCount, Math.ceil((y + this.#bodyHeight()) / rowHeight)) - 1;
    const right = Math.min(columnCount, Math.ceil((x + width) / columnWidth)) - 1;
    return { top: Math.floor(y / rowHeight), left: Math.floor(x / columnWidth), bottom, right };
  }

  /** Whether some of a cell can be seen without scrolling. */
  isInView({ row, column }: GridPosition): boolean {
    const { top, left, bottom, right } = this.view;
    return row >= Math.max(0, top) && row <= bottom && column >= Math.max(0, left) && column <= right;
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

  #newPool(): GridPool<Cell> {
    const pool = new GridPool<Cell>(() => this.#model, this.#selection);
    this.#root.append(pool.head, pool.body);
    return pool;
  }

  #selected(): void {
    this.#pool.markSelected();
    this.#onSelection(this.#selection);
  }

  /** Scrolls towards a pointer beyond the edge of the body, and tells the cell nearest to it. */
  #follow(x: number, y: number): GridPosition | null {
    const { rowCount, columnCount, rowHeight, columnWidth, headHeight } = this.#model;
    if (rowCount === 0 || columnCount === 0) return null;
    const box = this.#root.getBoundingClientRect();
    const inBody = { x: x - box.left - pinnedWidth(this.#model), y: y - box.top - headHeight };
    const room = { x: this.#width - pinnedWidth(this.#model), y: this.#bodyHeight() };
    this.#root.scrollBy(beyond(inBody.x, room.x), beyond(inBody.y, room.y));
    const at = (offset: number, size: number, count: number) =>
      Math.max(0, Math.min(Math.floor(offset / size), count - 1));
    const within = (place: number, size: number) => Math.max(0, Math.min(place, size - 1));
    return {
      row: at(this.#scale.toContent(this.#root.scrollTop) + within(inBody.y, room.y), rowHeight, rowCount),
      column: at(this.#root.scrollLeft + within(inBody.x, room.x), columnWidth, columnCount),
    };
  }

  #bodyHeight(): number {
    return Math.max(this.#model.rowHeight, this.#height - this.#model.headHeight);
  }

  #measure(): void {
    this.#width = this.#root.clientWidth;
    this.#height = this.#root.clientHeight;
    this.#fit();
    this.#moved();
  }

  /** Brings pool and scroll area to the size of model and view. */
  #fit(): void {
    const { rowCount, columnCount, rowHeight, columnWidth, headHeight, pinned } = this.#model;
    const pinnedPx = pinnedWidth(this.#model);
    this.#pool.grow(
      poolSize(this.#bodyHeight(), rowHeight, rowOverscan),
      poolSize(this.#width - pinnedPx, columnWidth, columnOverscan),
    );
    this.#scale = scrollScale(rowCount * rowHeight, this.#bodyHeight());
    this.#pool.resize(pinnedPx + columnCount * columnWidth, this.#scale.height);
    writeSizes(this.#root, { rowHeight, headHeight, columnWidth, pinnedWidth: pinnedPx });
    this.#root.setAttribute('aria-rowcount', String(rowCount + 1));
    this.#root.setAttribute('aria-colcount', String(pinned.length + columnCount));
  }

  #moved(): void {
    this.#draw();
    this.#settleSoon();
  }

  #draw(): void {
    const model = this.#model;
    const scrollTop = this.#root.scrollTop;
    const top = this.#scale.toContent(scrollTop);
    const row = firstInPool(top, model.rowHeight, model.rowCount, this.#pool.rowSlots, rowOverscan);
    const left = this.#root.scrollLeft;
    const column = firstInPool(
      left,
      model.columnWidth,
      model.columnCount,
      this.#pool.columnSlots,
      columnOverscan,
    );
    this.#focus.beforeShow(row, column);
    this.#pool.show(row, column, top - scrollTop);
    this.#focus.afterShow();
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#pool.tidy();
    }, settleAfter);
  }

  /** What lies in the top left corner of the view, by keys; null while the view is at the very start. */
  #anchor(): { rowKey: string; below: number; columnKey: string; right: number } | null {
    const { rowCount, columnCount, rowHeight, columnWidth, rowKey, columnKey } = this.#model;
    const top = this.#scale.toContent(this.#root.scrollTop);
    const left = this.#root.scrollLeft;
    if (rowCount === 0 || columnCount === 0 || (top === 0 && left === 0)) return null;
    const { top: row, left: column } = this.view;
    return {
      rowKey: rowKey(row),
      below: top - row * rowHeight,
      columnKey: columnKey(column),
      right: left - column * columnWidth,
    };
  }
}

/** Measures in px that the style of every row and cell of a grid looks up. */
interface GridSizes {
  rowHeight: number;
  headHeight: number;
  columnWidth: number;
  pinnedWidth: number;
}

/** Writes those that are others, for each write has all cells styled anew. */
function writeSizes(root: HTMLElement, sizes: GridSizes): void {
  const properties = {
    '--grid-row-height': sizes.rowHeight,
    '--grid-head-height': sizes.headHeight,
    '--grid-column-width': sizes.columnWidth,
    '--grid-pinned-width': sizes.pinnedWidth,
  };
  for (const [name, px] of Object.entries(properties)) {
    const value = `${String(px)}px`;
    if (root.style.getPropertyValue(name) !== value) root.style.setProperty(name, value);
  }
}
