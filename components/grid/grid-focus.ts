import { shortcutKey } from '@/components/ui/keys/typed-key';
import { positionAfterKey, selectByKey } from './grid-keys';
import type { GridCell, GridModel, GridPosition } from './grid-model';
import type { GridPool } from './grid-pool';
import { rangeOf, type GridRange, type GridSelection } from './grid-selection';

/** What `GridFocus` needs of the engine. */
interface GridHost<Cell extends GridCell> {
  model: () => GridModel<Cell>;
  pool: () => GridPool<Cell>;
  /** Rows of one page. */
  page: () => number;
  reveal: (position: GridPosition) => void;
  isInView: (position: GridPosition) => boolean;
  view: () => GridRange;
  /** Whether the view is moving, and cells pass under a pointer that rests. */
  isScrolling: () => boolean;
  selection: () => GridSelection;
  /** The selection changed. */
  selected: () => void;
}

/** The active cell before the grid had the focus. */
const start: GridPosition = { row: 0, column: 0 };

/** A press within so many px of the middle of a control counts: of a mouse, and of a finger or pen. */
const reach = 12;
const fingerReach = 24;

/**
 * The active cell: one tab stop for the whole grid, real focus on the cell's control while it is in the pool. When the
 * cell scrolls away the grid itself holds the focus, and gives it back when the cell returns or a key is pressed.
 */
export class GridFocus<Cell extends GridCell> {
  readonly #root: HTMLElement;
  readonly #host: GridHost<Cell>;
  readonly #abort = new AbortController();
  #active: GridPosition = start;
  /** Whether the row or column of the active cell is gone: none is active until the person goes to one. */
  #isGone = false;
  /** Whether its head was pressed from the active cell: a second press there undoes the first, and changes no other cell. */
  #isByHead = false;
  /** The element that carries the tab stop at the moment. */
  #stop: HTMLElement;
  /** Whether the grid has the focus in place of an active cell that is out of the pool. */
  #holdsFocus = false;
  /** Whether a cell gets the focus without being scrolled into view. */
  #isResting = false;
  #marked: Element[] = [];

  constructor(root: HTMLElement, host: GridHost<Cell>) {
    this.#root = root;
    this.#host = host;
    this.#stop = root;
    root.tabIndex = 0;
    const signal = this.#abort.signal;
    root.addEventListener('keydown', (event) => this.#key(event), { signal });
    root.addEventListener('click', (event) => this.#click(event), { signal });
    root.addEventListener('focusin', (event) => this.#focusin(event), { signal });
    root.addEventListener('focusout', () => this.#mark(null), { signal });
    root.addEventListener('pointerover', (event) => this.#pointed(event.target), { signal });
    root.addEventListener('pointerleave', () => this.#point(document.activeElement), { signal });
  }

  /** Makes a cell the active one, brings it into view and focuses it. */
  moveTo(position: GridPosition): void {
    this.#setActive(position);
    this.#holdsFocus = false;
    this.#host.reveal(position);
    const target = this.#target();
    if (target === null) return;
    this.#setStop(target);
    target.focus({ preventScroll: true });
  }

  /** The active cell, or the place where it was. */
  get active(): GridPosition {
    return this.#active;
  }
  get hasActive(): boolean {
    return !this.#isGone;
  }
  /** Whether the grid never had the focus. */
  get isUnvisited(): boolean {
    return this.#active === start;
  }

  /** Makes a cell the active one without focusing it; the grid takes the focus of the cell of before. */
  choose(position: GridPosition): void {
    this.release();
    this.#setActive(position);
  }

  /** Takes the focus: for the active cell, else the first in view; on no cell while none is active. */
  take(): void {
    if (this.#isGone) return this.#hold();
    if (this.#host.isInView(this.#active)) this.moveTo(this.#active);
    else this.#enter();
  }

  /** Lights up row and column of the active cell, until the pointer or the focus comes to another one. */
  light(): void {
    this.#point(this.#target());
  }

  /** Extends the selection to a cell, which becomes the active one, in view and in focus. */
  extendTo(position: GridPosition): void {
    this.#host.selection().extendTo(position, this.#isGone ? position : this.#active);
    this.moveTo(position);
    this.#host.selected();
  }

  /** Makes a cell the active one and focuses it where the pool shows it; scrolls nothing. */
  rest(position: GridPosition): void {
    this.#setActive(position);
    this.#holdsFocus = false;
    const target = this.#target();
    if (target === null) return this.#hold();
    this.#setStop(target);
    this.#isResting = true;
    target.focus({ preventScroll: true });
    this.#isResting = false;
  }

  /** Before slots are reused: the grid takes the focus of a cell that is to show something else. */
  beforeShow({ top, left, bottom, right }: GridRange): void {
    const { row, column } = this.#active;
    const staysAbove = row < 0 || (row >= top && row <= bottom);
    if (!staysAbove || column < left || column > right) this.release();
  }

  /** The grid takes the focus of the active cell. */
  release(): void {
    if (this.#stop === this.#root) return;
    if (this.#stop === document.activeElement) this.#hold();
    else this.#setStop(this.#root);
  }

  /** After slots were reused: the active cell takes tab stop and focus back where the pool shows it. */
  afterShow(): void {
    const target = this.#target();
    if (target === null || target === this.#stop) return;
    const hadFocus = this.#stop === document.activeElement && (this.#holdsFocus || this.#stop !== this.#root);
    this.#setStop(target);
    this.#holdsFocus = false;
    if (hadFocus) target.focus({ preventScroll: true });
  }

  /** Keeps the active cell at its row and column in a new model; none is active where these are gone. */
  follow(before: GridModel<Cell>): void {
    const model = this.#host.model();
    const { row, column } = this.#active;
    const isHead = row < 0;
    const sameRow = !isHead && row < before.rowCount ? model.rowOfKey(before.rowKey(row)) : -1;
    const sameColumn = column < before.columns.count ? model.columnOfKey(before.columnKey(column)) : -1;
    const to = {
      row: isHead || sameRow >= 0 ? sameRow : Math.max(0, Math.min(row, model.rowCount - 1)),
      column: sameColumn >= 0 ? sameColumn : Math.max(0, Math.min(column, model.columns.count - 1)),
    };
    const wasVisited = !this.isUnvisited;
    // Another cell in its place is none that the person chose.
    if (wasVisited && ((!isHead && sameRow < 0) || sameColumn < 0)) {
      this.#isGone = true;
      this.#isByHead = false;
    }
    if (!this.#isGone && to.row === row && to.column === column) return; // the same slot shows it: the focus need not move
    this.release();
    if (wasVisited) this.#active = to;
  }

  destroy(): void {
    this.#abort.abort();
  }

  #setActive(position: GridPosition): void {
    if (position.row !== this.#active.row || position.column !== this.#active.column) this.#isByHead = false;
    this.#active = position;
    this.#isGone = false;
  }

  /** Goes to the row and the column where the active cell was, or the first in view. */
  #enter(): void {
    const { top, left, bottom, right } = this.#host.view();
    const { row, column } = this.#active;
    const first = Math.max(0, top);
    this.moveTo({
      row: row >= first && row <= bottom ? row : first,
      column: column >= left && column <= right ? column : left,
    });
  }

  /** The grid itself has the focus. */
  #hold(): void {
    this.#setStop(this.#root);
    this.#holdsFocus = true;
    this.#root.focus({ preventScroll: true });
  }

  #target(): HTMLElement | null {
    if (this.#isGone) return null;
    if (this.#active.row < 0) return this.#host.pool().headCellAt(this.#active.column) ?? null;
    const cell = this.#host.pool().cellAt(this.#active);
    return cell === undefined ? null : this.#host.model().focusTarget(cell);
  }

  #setStop(element: HTMLElement): void {
    if (this.#stop === element) return;
    this.#stop.tabIndex = -1;
    element.tabIndex = 0;
    this.#stop = element;
  }

  #key(event: KeyboardEvent): void {
    const { rowCount, columns, press, letter, pressHead, isByHead } = this.#host.model();
    const onCell = event.target === this.#root || this.#at(event.target) !== null;
    if (!onCell || rowCount === 0 || columns.count === 0) return;
    const isHead = this.#active.row < 0;
    const hasHeads = pressHead !== undefined;
    const extent = { rows: rowCount, columns: columns.count, page: this.#host.page(), hasHeads };
    const next = positionAfterKey(this.#active, event, extent);
    if (this.#isGone) {
      if (event.altKey || (next === null && event.key !== ' ' && event.key !== 'Enter')) return;
      event.preventDefault();
      return this.#enter();
    }
    if (this.#selectByKey(event)) return event.preventDefault();
    if (event.key === ' ' || event.key === 'Enter') {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault(); // the control's own click would press twice
      if (event.repeat) return;
      if (isHead) pressHead?.(this.#active.column, event);
      else if (!this.#host.isInView(this.#active))
        this.moveTo(this.#active); // a key acts on what is seen
      else if (this.#isByHead || isByHead?.(this.#active.column) === true) {
        this.#isByHead = true;
        pressHead?.(this.#active.column, event);
      } else press(this.#active.row, this.#active.column, true);
      return;
    }
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat) {
      if (letter?.(shortcutKey(event), this.#active.row, this.#active.column) === true)
        event.preventDefault();
      return;
    }
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey && !isHead) return this.extendTo({ row: Math.max(0, next.row), column: next.column });
    this.moveTo(next);
    if (this.#host.selection().clear()) this.#host.selected();
  }

  #selectByKey(event: KeyboardEvent): boolean {
    const { rowCount, columns } = this.#host.model();
    const selection = this.#host.selection();
    return selectByKey(event, {
      active: this.#active,
      extent: { rows: rowCount, columns: columns.count },
      lastRange: () => selection.ranges.at(-1) ?? null,
      select: (range, whole) => {
        selection.select(range, this.#active, false, whole);
        this.#host.selected();
      },
      clear: () => {
        const wasSelected = selection.clear();
        if (wasSelected) this.#host.selected();
        return wasSelected;
      },
    });
  }

  /** The cell that an element lies in, or the head where heads act. */
  #at(target: EventTarget | null): (GridPosition & { element: Element }) | null {
    const at = this.#host.pool().hit(target);
    if (at === null || at.column < 0) return null;
    return at.row >= 0 || this.#host.model().pressHead !== undefined ? at : null;
  }

  #click(event: PointerEvent): void {
    const at = this.#host.pool().hit(event.target);
    const cell = at === null ? undefined : this.#host.pool().cellAt(at);
    if (at === null || cell === undefined) return;
    this.#setActive({ row: at.row, column: at.column });
    const target = this.#host.model().focusTarget(cell);
    this.#setStop(target);
    if (document.activeElement !== target) target.focus({ preventScroll: true });
    if (this.#host.selection().clear()) this.#host.selected();
    // A click made by assistive technology carries no place of its own.
    if (event.detail !== 0 && !isNear(event, target)) return;
    if (!this.#host.model().press(at.row, at.column, false)) return;
    this.#host.selection().select(rangeOf(this.#active, this.#active), this.#active);
    this.#host.selected();
  }

  #focusin(event: FocusEvent): void {
    if (event.target === this.#root) {
      // Tabbed to while the active cell was out of the pool; not when the grid holds the focus for it.
      if (!this.#holdsFocus && this.#host.model().rowCount > 0 && this.#root.matches(':focus-visible'))
        if (this.#isGone) this.#enter();
        else this.moveTo(this.#active);
      return;
    }
    const at = this.#at(event.target);
    if (at === null || !(event.target instanceof HTMLElement)) return;
    this.#setActive({ row: at.row, column: at.column });
    this.#setStop(at.row < 0 && at.element instanceof HTMLElement ? at.element : event.target);
    const isByKey = event.target.matches(':focus-visible');
    this.#mark(isByKey ? at.element : null);
    this.#point(event.target);
    // Tabbed to: browsers leave it where half of it can be seen, though that lies under the columns that stay.
    const before = event.relatedTarget as Element | null; // what had the focus
    if (isByKey && !this.#isResting && !this.#root.contains(before)) this.#host.reveal(this.#active);
  }

  #pointed(target: EventTarget | null): void {
    if (!this.#host.isScrolling()) this.#point(target);
  }

  /** Marks the cell in focus, around which CSS draws a ring. */
  #mark(element: Element | null): void {
    this.#root.querySelector('[data-active]')?.removeAttribute('data-active');
    element?.setAttribute('data-active', '');
  }

  /** Lights up the row and the head of the column of a cell. */
  #point(target: EventTarget | null): void {
    for (const element of this.#marked) element.removeAttribute('data-lit');
    this.#marked = [];
    const at = this.#host.pool().hit(target);
    if (at === null || at.row < 0 || at.column < 0) return;
    const head = this.#host.pool().headCellAt(at.column);
    const row = at.element.closest('[role="row"]');
    this.#marked = [head, row].filter((element) => element !== undefined && element !== null);
    for (const element of this.#marked) element.setAttribute('data-lit', '');
  }
}

/** Whether a press was on a control or near its middle. */
function isNear({ target, clientX, clientY, pointerType }: PointerEvent, control: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  const far = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
  return control.contains(target as Node) || far <= (pointerType === 'mouse' ? reach : fingerReach);
}
