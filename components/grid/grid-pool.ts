import { reorderAfterFirst, restoreOrder, writeText } from './dom-order';
import type { ColumnWidths } from './column-widths';
import type { GridCell, GridModel, GridPosition, GridOrder } from './grid-model';
import type { GridSelection } from './grid-selection';
import styles from './grid.module.css';

/** A reused row of the pool; `row` is -1 while it shows nothing. */
interface RowSlot<Cell extends GridCell> {
  readonly element: HTMLElement;
  /** Holds the pinned cells, and stays at the left. */
  readonly stuck: HTMLElement;
  readonly pinned: readonly HTMLElement[];
  readonly cells: Cell[];
  /** Edges of the selection at each cell, as `edgesAt` returned and the cell shows them. */
  readonly edges: (string | null)[];
  row: number;
  y: number;
}

/** Column of a slot that has to be painted anew. */
const unpainted = -2;

/**
 * The fixed set of DOM rows and cells that every row and column of the grid is shown with: row r lies in slot
 * r mod pool, so that scrolling by one row rewrites one row and an element in focus stays what it is. Columns likewise.
 */
export class GridPool<Cell extends GridCell> {
  readonly head: HTMLElement;
  readonly body: HTMLElement;
  readonly #model: () => GridModel<Cell>;
  readonly #headRow: HTMLElement;
  readonly #stuckHeads: HTMLElement;
  readonly #headCells: HTMLElement[] = [];
  readonly #pinnedHeads: HTMLElement[] = [];
  readonly #rows: RowSlot<Cell>[] = [];
  /**
   * A copy of the row that heads those in view, below the heads of the columns while that row is scrolled away. It is for
   * the eye and the pointer: screen readers and keys have the row itself. Null where no row heads others.
   */
  readonly #heading: RowSlot<Cell> | null;
  /** Column that each slot shows in all rows; -1: none. */
  readonly #columnOfSlot: number[] = [];
  /** Column at whose place the cells of each slot lie. */
  readonly #laidAs: number[] = [];
  #widths: ColumnWidths | null = null;
  readonly #selection: GridSelection;
  /** Body cells, and with a column slot of -1 the pinned ones. */
  readonly #positions = new WeakMap<Element, { slot: RowSlot<Cell>; columnSlot: number }>();
  #untidy = false;

  /**
   * @param model answers the model of the moment; its pinned columns must stay the same for this pool.
   * @param onHeading a press of the row that heads those in view, by its name or by a cell.
   */
  constructor(
    model: () => GridModel<Cell>,
    selection: GridSelection,
    onHeading: (row: number, isName: boolean) => void,
  ) {
    this.#model = model;
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
    this.#heading = model().headingOf === undefined ? null : this.#newRow();
    if (this.#heading === null) return;
    const { element } = this.#heading;
    element.classList.add(styles.heading ?? '');
    element.ariaHidden = 'true';
    element.hidden = true;
    element.addEventListener('mousedown', (event) => event.preventDefault()); // the focus stays in the rows
    element.addEventListener('click', ({ target }) => {
      const isName = target instanceof Element && target.closest('[role="rowheader"]') !== null;
      onHeading(this.#heading?.row ?? -1, isName);
    });
    this.head.append(element);
  }

  get rowSlots(): number {
    return this.#rows.length;
  }
  get columnSlots(): number {
    return this.#headCells.length;
  }
  /** Every row of the pool, and the one that heads those in view. */
  get #slots(): readonly RowSlot<Cell>[] {
    return this.#heading === null ? this.#rows : [...this.#rows, this.#heading];
  }

  /** Gives the scroll area its height in px, and the columns their widths. */
  resize(widths: ColumnWidths, height: number): void {
    this.body.style.height = `${height}px`;
    if (this.#widths === widths) return;
    this.#widths = widths;
    this.head.style.width = this.body.style.width = `${widths.all}px`;
    this.#layAnew();
  }

  /** Makes the pool at least this large. If it grew, the next `show` paints everything. */
  grow(rows: number, columns: number): void {
    if (rows <= this.rowSlots && columns <= this.columnSlots) return;
    while (this.#headCells.length < columns) {
      const element = part('columnheader', styles.headCell);
      if (this.#model().pressHead !== undefined) element.tabIndex = -1;
      this.#headRow.append(element);
      this.#headCells.push(element);
      this.#columnOfSlot.push(unpainted);
      this.#laidAs.push(unpainted);
    }
    for (const slot of this.#slots) this.#fill(slot);
    while (this.#rows.length < rows) {
      const slot = this.#newRow();
      for (const cell of slot.pinned) this.#positions.set(cell, { slot, columnSlot: -1 });
      this.#rows.push(slot);
      this.#fill(slot);
      this.body.append(slot.element);
    }
    this.#layAnew();
    this.forget();
  }

  /** Widens the pinned columns, and has the next `show` place all others. */
  #layAnew(): void {
    this.#laidAs.fill(unpainted);
    this.#columnOfSlot.fill(unpainted);
    this.#widths?.pinned.forEach((width, index) => {
      for (const element of [this.#pinnedHeads[index], ...this.#slots.map(({ pinned }) => pinned[index])])
        if (element !== undefined) element.style.width = `${width}px`;
    });
  }

  /** Makes the next `show` paint every slot anew, because the model changed. */
  forget(): void {
    this.#columnOfSlot.fill(unpainted);
    for (const slot of this.#slots) slot.row = -1;
    const { order } = this.#model();
    this.#pinnedHeads.forEach((element, index) => markOrder(element, order, 'pinned', index));
  }

  /**
   * Shows these rows and columns on, each row `shift` px higher than its own place in the content.
   * @param heading the row that heads those in view, where it is scrolled away, and how many px of it the next such row
   * has pushed up.
   */
  show(
    firstRow: number,
    firstColumn: number,
    shift: number,
    heading: { row: number; pushed: number } | null,
  ): void {
    const model = this.#model();
    const changed = this.#showColumns(model, firstColumn);
    const end = Math.min(firstRow + this.#rows.length, model.rowCount);
    for (let row = firstRow; row < firstRow + this.#rows.length; row++) {
      const slot = this.#rows[row % this.#rows.length];
      if (slot === undefined) return; // an empty pool shows nothing
      if (row >= end) {
        if (slot.row !== -1 || !slot.element.hidden) slot.element.hidden = true;
        slot.row = -1;
        continue;
      }
      this.#showRow(model, slot, row, changed);
      const y = row * model.rowHeight - shift;
      if (slot.y !== y) {
        slot.y = y;
        slot.element.style.top = `${y}px`;
      }
    }
    const copy = this.#heading;
    if (copy === null) return;
    if (heading === null) {
      copy.element.hidden = true;
      copy.row = -1;
      return;
    }
    this.#showRow(model, copy, heading.row, changed);
    if (copy.y === heading.pushed) return;
    copy.y = heading.pushed;
    copy.element.style.marginTop = `${-heading.pushed}px`;
  }

  /** Paints cells that the pool shows, the pinned cells of their rows and the heads of their columns. */
  repaintCells(places: readonly GridPosition[]): void {
    const model = this.#model();
    for (const column of new Set(places.map((place) => place.column))) {
      const head = this.headCellAt(column);
      if (head !== undefined) model.paintHeader(head, column);
    }
    const painted = new Set<RowSlot<Cell>>();
    for (const { row, column } of places)
      for (const slot of [this.#rows[row % this.#rows.length], this.#heading]) {
        if (slot?.row !== row) continue;
        const columnSlot = this.#slotOf(column);
        if (this.#columnOfSlot[columnSlot] === column) this.#paint(model, slot, columnSlot);
        if (!painted.has(slot)) this.#paintPinned(model, slot);
        painted.add(slot);
      }
  }

  /** @returns the cell that shows a position. */
  cellAt({ row, column }: GridPosition): Cell | undefined {
    const slot = this.#rows[row % this.#rows.length];
    const columnSlot = this.#slotOf(column);
    return slot?.row === row && this.#columnOfSlot[columnSlot] === column
      ? slot.cells[columnSlot]
      : undefined;
  }

  /** @returns the head that shows a column. */
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

  /** Marks the selected cells. */
  markSelected(): void {
    for (const slot of this.#slots)
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
    const byColumn = sorted([...this.#columnOfSlot.keys()], (slot) => this.#columnOfSlot[slot] ?? -1);
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
    return column % this.columnSlots;
  }

  /** @returns the slots that showed other columns. */
  #showColumns(model: GridModel<Cell>, first: number): number[] {
    const changed: number[] = [];
    for (let column = first; column < first + this.columnSlots; column++) {
      const columnSlot = this.#slotOf(column);
      const shown = column < model.columns.count ? column : -1;
      const element = this.#headCells[columnSlot];
      if (element === undefined || this.#columnOfSlot[columnSlot] === shown) continue;
      this.#columnOfSlot[columnSlot] = shown;
      this.#untidy = true;
      changed.push(columnSlot);
      this.#layColumn(model, columnSlot, shown);
      if (shown >= 0) model.paintHeader(element, shown);
      markOrder(element, model.order, 'columns', shown);
    }
    return changed;
  }

  /** Puts the head and the cells of a slot where its column lies; -1 hides them. */
  #layColumn(model: GridModel<Cell>, columnSlot: number, column: number): void {
    if (this.#laidAs[columnSlot] === column || this.#widths === null) return;
    this.#laidAs[columnSlot] = column;
    const { stuck, column: width } = this.#widths;
    const cells = this.#slots.map((slot) => slot.cells[columnSlot]?.element);
    for (const element of [this.#headCells[columnSlot], ...cells]) {
      if (element === undefined) continue;
      element.hidden = column < 0;
      if (column < 0) continue;
      element.setAttribute('aria-colindex', String(model.pinned.length + column + 1));
      element.style.left = `${stuck + column * width}px`;
      element.style.width = `${width}px`;
    }
  }

  /** @param changed slots of columns that are others than before. */
  #showRow(model: GridModel<Cell>, slot: RowSlot<Cell>, row: number, changed: readonly number[]): void {
    if (slot.row === row) {
      for (const columnSlot of changed) this.#paint(model, slot, columnSlot);
      return;
    }
    slot.row = row;
    this.#untidy = true;
    if (slot.element.hidden) slot.element.hidden = false;
    slot.element.setAttribute('aria-rowindex', String(row + 2));
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
    return slot;
  }

  #fill(slot: RowSlot<Cell>): void {
    while (slot.cells.length < this.#headCells.length) {
      const cell = this.#model().createCell();
      const columnSlot = slot.cells.length;
      cell.element.classList.add(styles.cell ?? '');
      if (slot !== this.#heading) this.#positions.set(cell.element, { slot, columnSlot });
      slot.cells.push(cell);
      slot.edges.push(null);
      cell.element.ariaSelected = 'false';
      slot.element.append(cell.element);
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
