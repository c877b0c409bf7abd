import { reorderAfterFirst, restoreOrder, writeText } from './dom-order';
import type { GridCell, GridModel, GridPosition, GridOrder } from './grid-model';
import type { GridRange, GridSelection } from './grid-selection';
import styles from './grid.module.css';

/** One reused row of the pool; `row` is -1 while it shows nothing. */
interface RowSlot<Cell extends GridCell> {
  readonly element: HTMLElement;
  /** What stays at the left: the pinned cells, and those of the columns that do not scroll. */
  readonly stuck: HTMLElement;
  readonly pinned: readonly HTMLElement[];
  readonly cells: Cell[];
  /** What `edgesAt` said of each cell, as its `aria-selected` and `data-edges` say. */
  readonly edges: (string | null)[];
  row: number;
  y: number;
}

/** Marks a column slot whose content must be painted whatever it showed. */
const unpainted = -2;

/**
 * The fixed set of DOM rows and cells that every row and column of the grid is shown with: row r lies in slot
 * r mod pool, so that scrolling by one row rewrites one row and an element in focus stays what it is. Columns likewise,
 * but for the frozen ones, which have the first slots for themselves.
 */
export class GridPool<Cell extends GridCell> {
  readonly head: HTMLElement;
  readonly body: HTMLElement;
  readonly #model: () => GridModel<Cell>;
  readonly #headRow: HTMLElement;
  readonly #stuckHeads: HTMLElement;
  readonly #frozen: number;
  readonly #headCells: HTMLElement[] = [];
  readonly #pinnedHeads: HTMLElement[] = [];
  readonly #pinnedWidths: number[] = [];
  readonly #rows: RowSlot<Cell>[] = [];
  /** Column that each slot shows, -1 for none; alike for all rows (`unpainted` before the next show). */
  readonly #columnOfSlot: number[] = [];
  /** As what each slot was laid: its column, where that lies and how wide it is. */
  readonly #laidAs: string[] = [];
  readonly #selection: GridSelection;
  /** Body cells, and with a column slot of -1 the pinned ones. */
  readonly #positions = new WeakMap<Element, { slot: RowSlot<Cell>; columnSlot: number }>();
  #untidy = false;
  /** The heads are still those of the model before. */
  #areHeadsLate = false;

  /**
   * @param model answers the model of the moment; its pinned columns must stay the same for this pool, but for their widths.
   * @param frozen how many of its columns, from the first, do not scroll.
   */
  constructor(model: () => GridModel<Cell>, frozen: number, selection: GridSelection) {
    this.#model = model;
    this.#frozen = frozen;
    this.#selection = selection;
    this.head = part('rowgroup', styles.head);
    this.body = part('rowgroup', styles.body);
    this.#headRow = part('row', styles.headRow);
    this.#headRow.setAttribute('aria-rowindex', '1');
    this.#stuckHeads = part('presentation', styles.pinned);
    model().pinned.forEach((column, index) => {
      const element = part('columnheader', styles.pinnedHead);
      element.setAttribute('aria-colindex', String(index + 1));
      element.dataset.col = column.key;
      if (column.align === 'end') element.dataset.align = 'end';
      writeText(element, column.label);
      this.#stuckHeads.append(element);
      this.#pinnedHeads.push(element);
    });
    this.#headRow.append(this.#stuckHeads);
    this.head.append(this.#headRow);
  }

  get rowSlots(): number {
    return this.#rows.length;
  }
  /** How many columns, from the first, do not scroll. */
  get frozen(): number {
    return this.#frozen;
  }
  /** Those of the columns that scroll. */
  get columnSlots(): number {
    return Math.max(0, this.#headCells.length - this.#frozen);
  }
  /** Gives the scroll area its size in px; not as custom properties, which every cell would be styled anew for. */
  resize(width: number, height: number): void {
    this.head.style.width = `${width}px`;
    this.body.style.width = `${width}px`;
    this.body.style.height = `${height}px`;
  }

  /** Makes the pool at least this large. If it grew, the next `show` paints everything. */
  grow(rows: number, columns: number): void {
    if (rows <= this.rowSlots && columns <= this.columnSlots) return;
    while (this.#headCells.length < this.#frozen + columns) {
      const element = part('columnheader', styles.headCell);
      if (this.#model().pressHead !== undefined) element.tabIndex = -1;
      (this.#headCells.length < this.#frozen ? this.#stuckHeads : this.#headRow).append(element);
      this.#headCells.push(element);
      this.#columnOfSlot.push(unpainted);
      this.#laidAs.push('');
    }
    this.#laidAs.fill(''); // new cells lie nowhere
    this.#pinnedWidths.fill(-1);
    for (const slot of this.#rows) this.#fill(slot);
    while (this.#rows.length < rows) {
      const slot = this.#newRow();
      this.#rows.push(slot);
      this.#fill(slot);
      this.body.append(slot.element);
    }
    this.forget();
  }

  /** Makes the next `show` paint every slot anew, because the model changed. */
  forget(): void {
    this.#columnOfSlot.fill(unpainted);
    for (const slot of this.#rows) slot.row = -1;
    const { order, pinned } = this.#model();
    this.#pinnedHeads.forEach((element, index) => markOrder(element, order, 'pinned', index));
    pinned.forEach(({ width }, index) => {
      if (this.#pinnedWidths[index] === width) return;
      this.#pinnedWidths[index] = width;
      for (const element of [this.#pinnedHeads[index], ...this.#rows.map((slot) => slot.pinned[index])])
        if (element !== undefined) element.style.width = `${width}px`;
    });
  }

  /**
   * Shows the frozen columns and these rows and columns on, each row `shift` px higher than its own place in the content.
   * @param only cells to begin with: the others, and all heads, are left to the next `show`. Null: all.
   */
  show(firstRow: number, firstColumn: number, shift: number, only: GridRange | null = null): void {
    const model = this.#model();
    if (this.#areHeadsLate && only === null)
      this.#columnOfSlot.forEach((column, slot) => this.#paintHead(model, slot, column));
    this.#areHeadsLate = only !== null;
    const changed = this.#showColumns(model, firstColumn, only);
    const end = Math.min(firstRow + this.#rows.length, model.rowCount);
    for (let row = firstRow; row < firstRow + this.#rows.length; row++) {
      const slot = this.#rows[row % this.#rows.length];
      if (slot === undefined) return; // an empty pool shows nothing
      if (row >= end || (only !== null && (row < only.top || row > only.bottom))) {
        if (slot.row !== -1 || !slot.element.hidden) slot.element.hidden = true;
        slot.row = -1;
        continue;
      }
      if (slot.row !== row) this.#showRow(model, slot, row);
      else for (const columnSlot of changed) this.#paint(model, slot, columnSlot);
      const y = row * model.rowHeight - shift;
      if (slot.y !== y) {
        slot.y = y;
        slot.element.style.top = `${y}px`;
      }
    }
  }

  /** Paints cells, and once each the pinned cells of their rows and the heads of their columns, as far as the pool has them. */
  repaintCells(places: readonly GridPosition[]): void {
    const model = this.#model();
    for (const column of new Set(places.map((place) => place.column))) {
      const head = this.headCellAt(column);
      if (head !== undefined) model.paintHeader(head, column);
    }
    const painted = new Set<RowSlot<Cell>>();
    for (const { row, column } of places) {
      const slot = this.#rows[row % this.#rows.length];
      if (slot?.row !== row) continue;
      const columnSlot = this.#slotOf(column);
      if (this.#columnOfSlot[columnSlot] === column) this.#paint(model, slot, columnSlot);
      if (!painted.has(slot)) this.#paintPinned(model, slot);
      painted.add(slot);
    }
  }

  /** The cell that shows a position, if one does. */
  cellAt({ row, column }: GridPosition): Cell | undefined {
    const slot = this.#rows[row % this.#rows.length];
    const columnSlot = this.#slotOf(column);
    return slot?.row === row && this.#columnOfSlot[columnSlot] === column
      ? slot.cells[columnSlot]
      : undefined;
  }

  /** The head cell that shows a column, if one does. */
  headCellAt(column: number): HTMLElement | undefined {
    const columnSlot = this.#slotOf(column);
    return this.#columnOfSlot[columnSlot] === column ? this.#headCells[columnSlot] : undefined;
  }

  /** The cell that `target` lies in, and its element; the head of a column is at row -1, that of a row at column -1. */
  hit(target: EventTarget | null): (GridPosition & { element: Element }) | null {
    const element =
      target instanceof Element
        ? target.closest('[role="gridcell"],[role="rowheader"],[role="columnheader"]')
        : null;
    if (element === null) return null;
    const held = this.#positions.get(element);
    const columnSlot = held?.columnSlot ?? this.#headCells.findIndex((head) => head === element);
    const column = this.#columnOfSlot[columnSlot] ?? -1;
    const row = held?.slot.row ?? -1;
    return (held === undefined ? column : row) < 0 ? null : { row, column, element };
  }

  /** Shows what is selected now in all cells of the pool. */
  markSelected(): void {
    for (const slot of this.#rows)
      for (let columnSlot = 0; columnSlot < slot.cells.length; columnSlot++) this.#mark(slot, columnSlot);
  }

  /** Brings the DOM into reading order after slots were reused; the element in focus does not move. */
  tidy(): void {
    if (!this.#untidy) return;
    this.#untidy = false;
    const focused = document.activeElement;
    const held = (among: readonly Element[]) => among.find((element) => element.contains(focused));
    const rows = sorted(this.#rows, (slot) => slot.row).map((slot) => slot.element);
    restoreOrder(this.body, rows, held(rows));
    const scrolling = [...this.#columnOfSlot.keys()].slice(this.#frozen);
    const byColumn = sorted(scrolling, (slot) => this.#columnOfSlot[slot] ?? -1);
    const inOrder = (elements: readonly Element[]) =>
      byColumn.flatMap((columnSlot) => elements[columnSlot] ?? []);
    const heads = inOrder(this.#headCells);
    reorderAfterFirst(this.#headRow, heads, held([this.#stuckHeads, ...heads]));
    for (const { element, stuck, cells } of this.#rows) {
      const own = inOrder(cells.map((cell) => cell.element));
      reorderAfterFirst(element, own, held([stuck, ...own]));
    }
  }

  /** The slot that shows a column when it is in view. */
  #slotOf(column: number): number {
    const scrolled = column - this.#frozen;
    return scrolled < 0 ? column : this.#frozen + (scrolled % this.columnSlots);
  }

  #showColumns(model: GridModel<Cell>, first: number, only: GridRange | null): number[] {
    const changed: number[] = [];
    for (let column = 0; column < this.#frozen; column++) this.#showColumn(model, column, changed);
    for (let column = first; column < first + this.columnSlots; column++)
      if (only === null || (column >= only.left && column <= only.right))
        this.#showColumn(model, column, changed);
    return changed;
  }

  /** @param changed is given the slot where it showed another column. */
  #showColumn(model: GridModel<Cell>, column: number, changed: number[]): void {
    const columnSlot = this.#slotOf(column);
    const shown = column < model.columns.count ? column : -1;
    const element = this.#headCells[columnSlot];
    if (element === undefined || this.#columnOfSlot[columnSlot] === shown) return;
    this.#columnOfSlot[columnSlot] = shown;
    this.#untidy = true;
    changed.push(columnSlot);
    this.#layColumn(model, columnSlot, shown);
    if (!this.#areHeadsLate) this.#paintHead(model, columnSlot, shown);
    markOrder(element, model.order, 'columns', shown);
  }

  #paintHead(model: GridModel<Cell>, columnSlot: number, column: number): void {
    const element = this.#headCells[columnSlot];
    if (element !== undefined && column >= 0) model.paintHeader(element, column);
  }

  /** Puts the head and the cells of a slot where its column lies; -1 hides them. */
  #layColumn(model: GridModel<Cell>, columnSlot: number, column: number): void {
    const [x, width] = [model.columns.start(column), model.columns.width(column)];
    const laid = `${column} ${x} ${width}`;
    if (this.#laidAs[columnSlot] === laid) return;
    this.#laidAs[columnSlot] = laid;
    const cells = this.#rows.map((slot) => slot.cells[columnSlot]?.element);
    for (const element of [this.#headCells[columnSlot], ...cells]) {
      if (element === undefined) continue;
      element.hidden = column < 0;
      if (column < 0) continue;
      element.setAttribute('aria-colindex', String(model.pinned.length + column + 1));
      element.style.left = `calc(var(--grid-pinned-width) + ${x}px)`;
      element.style.width = `${width}px`;
    }
  }

  #showRow(model: GridModel<Cell>, slot: RowSlot<Cell>, row: number): void {
    slot.row = row;
    this.#untidy = true;
    if (slot.element.hidden) slot.element.hidden = false;
    slot.element.setAttribute('aria-rowindex', String(row + 2));
    this.#paintRow(model, slot);
  }

  #paintRow(model: GridModel<Cell>, slot: RowSlot<Cell>): void {
    this.#paintPinned(model, slot);
    for (let columnSlot = 0; columnSlot < slot.cells.length; columnSlot++)
      this.#paint(model, slot, columnSlot);
  }

  #paintPinned(model: GridModel<Cell>, slot: RowSlot<Cell>): void {
    slot.pinned.forEach((element, index) => model.paintPinned(element, slot.row, index));
  }

  #paint(model: GridModel<Cell>, slot: RowSlot<Cell>, columnSlot: number): void {
    const cell = slot.cells[columnSlot];
    const column = this.#columnOfSlot[columnSlot] ?? -1;
    if (cell === undefined || column < 0) return;
    model.paintCell(cell, slot.row, column);
    this.#mark(slot, columnSlot);
  }

  #mark(slot: RowSlot<Cell>, columnSlot: number): void {
    const edges = this.#selection.edgesAt(slot.row, this.#columnOfSlot[columnSlot] ?? -1);
    if (slot.edges[columnSlot] === edges) return;
    slot.edges[columnSlot] = edges;
    const element = slot.cells[columnSlot]?.element;
    if (element === undefined) return;
    element.ariaSelected = String(edges !== null);
    element.dataset.edges = edges ?? '';
  }

  #newRow(): RowSlot<Cell> {
    const model = this.#model();
    const element = part('row', styles.row);
    const wrapper = part('presentation', styles.pinned);
    const pinned = model.pinned.map((column, index) => {
      const cell = part(column.namesRow ? 'rowheader' : 'gridcell', styles.pinnedCell);
      cell.setAttribute('aria-colindex', String(index + 1));
      cell.dataset.col = column.key;
      if (column.align === 'end') cell.dataset.align = 'end';
      wrapper.append(cell);
      return cell;
    });
    element.append(wrapper);
    const slot: RowSlot<Cell> = { element, stuck: wrapper, pinned, cells: [], edges: [], row: -1, y: -1 };
    for (const cell of pinned) this.#positions.set(cell, { slot, columnSlot: -1 });
    return slot;
  }

  #fill(slot: RowSlot<Cell>): void {
    while (slot.cells.length < this.#headCells.length) {
      const cell = this.#model().createCell();
      const columnSlot = slot.cells.length;
      cell.element.classList.add(styles.cell ?? '');
      this.#positions.set(cell.element, { slot, columnSlot });
      slot.cells.push(cell);
      slot.edges.push(null);
      cell.element.ariaSelected = 'false';
      (columnSlot < this.#frozen ? slot.stuck : slot.element).append(cell.element);
    }
  }
}

/** In ascending order of what they show; slots that show nothing last. */
function sorted<T>(slots: readonly T[], shows: (slot: T) => number): T[] {
  const rank = (slot: T) => (shows(slot) < 0 ? Infinity : shows(slot));
  return [...slots].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** A part of the grid, with its role and class. */
function part(role: string, className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className ?? '';
  return element;
}

/** Says on a head whether the rows are ordered by its column, and which way. */
function markOrder(
  element: HTMLElement,
  order: GridOrder | null,
  among: GridOrder['among'],
  at: number,
): void {
  if (at >= 0 && order?.among === among && order.at === at)
    element.setAttribute('aria-sort', order.direction);
  else element.removeAttribute('aria-sort');
}
