import type { GridModel, GridPosition } from './grid-model';
import { rangeOf, type GridRange, type WholeLines } from './grid-selection';

/** What `GridPointing` needs of the grid. */
interface PointingHost {
  /** The body cell or the head that an event meets. */
  hit: (target: EventTarget | null) => GridPosition | null;
  model: () => Pick<
    GridModel,
    'rowCount' | 'rowKey' | 'columnKey' | 'rowOfKey' | 'columnOfKey' | 'pressHead' | 'pressRow'
  > & {
    columns: { count: number };
  };
  active: () => GridPosition;
  /** Makes a cell the active one, in focus; scrolls nothing. */
  rest: (position: GridPosition) => void;
  /** Selects a range, drawn from `anchor`. */
  select: (range: GridRange, anchor: GridPosition, isMore: boolean, whole: WholeLines) => void;
  /** Selects a range besides the others, or takes it out when all of it is selected. */
  toggle: (range: GridRange, anchor: GridPosition, whole: WholeLines) => void;
  hasSelection: () => boolean;
  /** Extends the last range to a cell. */
  extendTo: (position: GridPosition) => void;
  /** Scrolls towards a pointer beyond the edge. @returns the cell that it then is at. */
  follow: (x: number, y: number) => GridPosition | null;
}

/** A finger that rests so many ms, and moves less than so many px, selects a cell. */
const holdMs = 500;
const holdRoom = 10;
const forgetMs = 1_000;

/**
 * Selecting with the mouse: drag over cells, Shift draws to a cell, Ctrl (or Cmd) adds one or takes it out; a row's head
 * selects its row, a column's head its column. A finger scrolls instead: it selects by the heads, or a cell by resting on
 * it, and then all up to the cell it rests on next.
 */
export class GridPointing {
  readonly #host: PointingHost;
  readonly #abort = new AbortController();
  #from: GridPosition | null = null;
  /** The cell up to which the drag has selected. */
  #drawnTo: GridPosition | null = null;
  #isDragging = false;
  #following: ReturnType<typeof setInterval> | undefined;
  #pointer = { x: 0, y: 0 };
  #holding: ReturnType<typeof setTimeout> | undefined;
  /** Whether a finger's rest selected a cell: the click at its end then presses nothing. */
  #hasHeld = false;
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  /** The cell, by its keys, that the pointer went down on. */
  #pressed: CellKeys = null;

  constructor(root: HTMLElement, host: PointingHost) {
    this.#host = host;
    const { signal } = this.#abort;
    root.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    // Shift draws from the active cell: the press must not put the focus, and with it that cell, somewhere else.
    root.addEventListener(
      'mousedown',
      (event) => {
        if (event.shiftKey && this.#host.hit(event.target) !== null) event.preventDefault();
      },
      { signal },
    );
    root.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    root.addEventListener('pointerup', () => this.#end(), { signal });
    root.addEventListener('pointercancel', () => this.#end(), { signal });
    root.addEventListener('lostpointercapture', () => this.#end(), { signal });
    // A finger that rests asks Android for a menu; here it selects.
    root.addEventListener(
      'contextmenu',
      (event) => {
        const at = event.pointerType === 'touch' ? this.#host.hit(event.target) : null;
        if (at !== null && at.row >= 0 && at.column >= 0) event.preventDefault();
      },
      { signal },
    );
    // Before the grid's own listener: a click that ends a drag or selects cells presses no switch.
    root.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
  }

  destroy(): void {
    this.#end();
    this.#abort.abort();
  }

  #down(event: PointerEvent): void {
    this.#isDragging = false;
    this.#hasHeld = false;
    clearTimeout(this.#holding);
    clearTimeout(this.#forgetting);
    this.#pressed = this.#keysOf(this.#host.hit(event.target));
    if (event.button !== 0 || event.shiftKey || !event.isPrimary) return;
    const hit = this.#host.hit(event.target);
    const at = hit !== null && hit.row >= 0 && hit.column >= 0 ? hit : null;
    if (event.pointerType !== 'touch') this.#from = at;
    else if (at !== null) this.#hold(event, at);
  }

  #hold(event: PointerEvent, at: GridPosition): void {
    this.#pointer = { x: event.clientX, y: event.clientY };
    const { rowKey, columnKey } = this.#host.model();
    const [row, column] = [rowKey(at.row), columnKey(at.column)];
    this.#holding = setTimeout(() => {
      this.#hasHeld = true;
      // The list may have changed: select the cell that the finger came down on, wherever it is now.
      const { rowOfKey, columnOfKey } = this.#host.model();
      const now = { row: rowOfKey(row), column: columnOfKey(column) };
      if (now.row < 0 || now.column < 0) return;
      if (this.#host.hasSelection()) this.#host.extendTo(now);
      else this.#host.select(rangeOf(now, now), now, false, null);
    }, holdMs);
  }

  #keysOf(at: GridPosition | null): CellKeys {
    if (at === null || at.row < 0 || at.column < 0) return null;
    const { rowKey, columnKey } = this.#host.model();
    return { row: rowKey(at.row), column: columnKey(at.column) };
  }

  #moved(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      const far = Math.hypot(event.clientX - this.#pointer.x, event.clientY - this.#pointer.y);
      if (far > holdRoom) clearTimeout(this.#holding);
      return;
    }
    if (this.#from === null || (event.buttons & 1) === 0) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    if (!this.#isDragging) {
      const at = this.#host.hit(event.target);
      if (at === null || (at.row === this.#from.row && at.column === this.#from.column)) return;
      this.#isDragging = true;
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId);
      this.#host.select(rangeOf(this.#from, this.#from), this.#from, event.ctrlKey || event.metaKey, null);
      this.#drawnTo = this.#from;
      this.#following = setInterval(() => this.#draw(), 50);
    }
    this.#draw();
  }

  #draw(): void {
    const at = this.#host.follow(this.#pointer.x, this.#pointer.y);
    if (at === null || (at.row === this.#drawnTo?.row && at.column === this.#drawnTo.column)) return;
    this.#drawnTo = at;
    this.#host.extendTo(at);
  }

  #end(): void {
    clearInterval(this.#following);
    clearTimeout(this.#holding);
    // The click after a rest comes at once, or later on a slow machine; a click long after is a new one.
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.#hasHeld = false), forgetMs);
    this.#from = null;
  }

  #click(event: MouseEvent): void {
    if (this.#isDragging || (this.#hasHeld && event.detail !== 0)) {
      this.#isDragging = false;
      this.#hasHeld = false;
      return swallow(event);
    }
    const at = this.#host.hit(event.target);
    // The list changed during the press: another cell lies there now. (A key's click has no detail.)
    const keys = event.detail === 0 ? null : this.#keysOf(at);
    const meant = this.#pressed;
    this.#pressed = null;
    if (isOther(keys, meant)) return swallow(event);
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    const { rowCount, columns, pressHead, pressRow } = this.#host.model();
    if (at === null || rowCount === 0 || columns.count === 0) return;
    const isMore = event.ctrlKey || event.metaKey;
    if (isLink) {
      // Focus the row's cell in place of its link: the link may soon stand for another row, and keys do nothing on it.
      if (at.row >= 0 && at.column < 0 && !isMore && !event.shiftKey)
        this.#host.rest({ row: at.row, column: this.#host.active().column });
      return;
    }
    const isHead = at.row < 0 || at.column < 0;
    if (!isHead && !event.shiftKey && !isMore) return;
    swallow(event);
    if (at.row < 0 && pressHead?.(at.column, event) === true) return this.#host.rest(at);
    if (at.row >= 0 && at.column < 0 && !event.shiftKey && !isMore && pressRow?.(at.row) === true) {
      this.#host.rest({ row: at.row, column: this.#host.active().column });
      return;
    }
    const first = {
      row: at.row < 0 ? 0 : at.row,
      column: at.column < 0 ? 0 : at.column,
    };
    const last = {
      row: at.row < 0 ? rowCount - 1 : at.row,
      column: at.column < 0 ? columns.count - 1 : at.column,
    };
    const whole = at.row < 0 ? 'columns' : at.column < 0 ? 'rows' : null;
    if (!event.shiftKey && isMore) return this.#host.toggle(rangeOf(first, last), first, whole);
    if (!event.shiftKey) return this.#host.select(rangeOf(first, last), first, false, whole);
    if (!isHead) return this.#host.extendTo(at);
    const active = this.#host.active();
    const from = { row: at.row < 0 ? 0 : active.row, column: at.column < 0 ? 0 : active.column };
    this.#host.select(rangeOf(from, last), from, isMore, whole);
  }
}

type CellKeys = { row: string; column: string } | null;

/** Whether two cells are known, and are not the same. */
function isOther(one: CellKeys, other: CellKeys): boolean {
  return one !== null && other !== null && (one.row !== other.row || one.column !== other.column);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
