import type { GridModel, GridPosition } from './grid-model';
import { rangeOf, type GridRange } from './grid-selection';

/** What selecting by mouse needs of the grid. */
interface PointingFace {
  /** The body cell or the head that an event meets. */
  hit: (target: EventTarget | null) => GridHit | null;
  model: () => Pick<GridModel, 'rowCount' | 'columnCount'>;
  active: () => GridPosition;
  /** Selects a range, drawn from `anchor`. */
  select: (range: GridRange, anchor: GridPosition, isMore: boolean) => void;
  /** Draws the range to a cell from where it began. */
  extendTo: (position: GridPosition) => void;
  /** Scrolls by as much as a pointer beyond the edge asks for, and tells which cell it then is at. */
  follow: (x: number, y: number) => GridPosition | null;
}

/** Where in the grid something lies: -1 as the row of a column's head, -1 as the column of a row's head. */
export type GridHit = GridPosition;

/**
 * Selecting with the mouse: drag over cells, Shift draws to a cell, Ctrl (or Cmd) adds one; a row's head selects its
 * row, a column's head its column. A finger scrolls instead; it selects by the heads.
 */
export class GridPointing {
  readonly #face: PointingFace;
  readonly #abort = new AbortController();
  #from: GridPosition | null = null;
  #isDragging = false;
  #following: ReturnType<typeof setInterval> | undefined;
  #pointer = { x: 0, y: 0 };

  constructor(root: HTMLElement, face: PointingFace) {
    this.#face = face;
    const { signal } = this.#abort;
    root.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    root.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    root.addEventListener('pointerup', () => this.#end(), { signal });
    root.addEventListener('pointercancel', () => this.#end(), { signal });
    root.addEventListener('lostpointercapture', () => this.#end(), { signal });
    // Before the grid's own: what ends a drag, or chooses cells, presses no switch.
    root.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
  }

  destroy(): void {
    this.#end();
    this.#abort.abort();
  }

  #down(event: PointerEvent): void {
    this.#isDragging = false;
    if (event.button !== 0 || event.pointerType === 'touch' || event.shiftKey) return;
    const at = this.#face.hit(event.target);
    this.#from = at !== null && at.row >= 0 && at.column >= 0 ? at : null;
  }

  #moved(event: PointerEvent): void {
    if (this.#from === null || (event.buttons & 1) === 0) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    if (!this.#isDragging) {
      const at = this.#face.hit(event.target);
      if (at === null || (at.row === this.#from.row && at.column === this.#from.column)) return;
      this.#isDragging = true;
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId);
      this.#face.select(rangeOf(this.#from, this.#from), this.#from, event.ctrlKey || event.metaKey);
      this.#following = setInterval(() => this.#draw(), 50);
    }
    this.#draw();
  }

  #draw(): void {
    const at = this.#face.follow(this.#pointer.x, this.#pointer.y);
    if (at !== null) this.#face.extendTo(at);
  }

  #end(): void {
    clearInterval(this.#following);
    this.#from = null;
  }

  #click(event: MouseEvent): void {
    if (this.#isDragging) {
      this.#isDragging = false;
      return swallow(event);
    }
    const at = this.#face.hit(event.target);
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    const { rowCount, columnCount } = this.#face.model();
    if (at === null || isLink || rowCount === 0 || columnCount === 0) return;
    const isMore = event.ctrlKey || event.metaKey;
    const isHead = at.row < 0 || at.column < 0;
    if (!isHead && !event.shiftKey && !isMore) return;
    swallow(event);
    const first = {
      row: at.row < 0 ? 0 : at.row,
      column: at.column < 0 ? 0 : at.column,
    };
    const last = {
      row: at.row < 0 ? rowCount - 1 : at.row,
      column: at.column < 0 ? columnCount - 1 : at.column,
    };
    if (!event.shiftKey) return this.#face.select(rangeOf(first, last), first, isMore);
    if (!isHead) return this.#face.extendTo(at);
    const active = this.#face.active();
    const from = { row: at.row < 0 ? 0 : active.row, column: at.column < 0 ? 0 : active.column };
    this.#face.select(rangeOf(from, last), from, isMore);
  }
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
