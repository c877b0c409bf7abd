import { GridPointing } from '@/components/grid/grid-pointing';
import { rangeOf, type GridRange, type WholeLines } from '@/components/grid/grid-selection';
import type { GridPosition } from '@/components/grid/grid-model';
import { beyond } from '@/components/grid/grid-window';
import { mostSortKeys, type SortKey } from '@/lib/domain/journal/query';
import { fittingWidth } from './cell-width';
import { isSelected, rangeInModel } from './selected-strips';
import { tableKey } from './table-keys';
import {
  columnsOf,
  moveColumn,
  placeColumn,
  resizeColumn,
  type RowsColumn,
  type RowsModel,
} from './table-model';
import { headPointing, isMenu, type HeadActions } from './table-pointer';

interface ControlParts {
  table: RowsModel;
  /** The tab stop; row -1: the heads. */
  active: GridPosition;
  setActive: (position: GridPosition) => void;
  rowHeight: number;
  /** Px of the frozen columns and the rows' names. */
  stuckWidth: number;
  onOpen: (row: number) => void;
  onTurn: (by: 1 | -1) => void;
  onMenu: ((name: string, head: HTMLElement) => void) | null;
}

const widthStep = 16;

export class TableControl {
  readonly heads = headPointing(() => this.#headActions());
  #parts: ControlParts;
  #root: HTMLElement | null = null;
  #lit: Element | null = null;
  /** Whether the last range has whole rows or columns, which an extension keeps. */
  #whole: WholeLines = null;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  use(parts: ControlParts): void {
    this.#parts = parts;
  }

  /** Starts listening in the scroll area. @returns ends it. */
  attach(root: HTMLElement): () => void {
    this.#root = root;
    const pointing = new GridPointing(root, {
      hit: (target) => this.hit(target),
      model: () => this.#pointingModel(),
      active: () => this.#parts.active,
      rest: (position) => this.rest(position),
      select: (range, anchor, isMore, whole) =>
        this.#select(range, anchor, whole, isMore ? 'include' : 'replace'),
      toggle: (range, anchor, whole) =>
        this.#select(range, anchor, whole, isSelected(this.#parts.table, range) ? 'exclude' : 'include'),
      hasSelection: () => this.#ranges().length > 0,
      extendTo: (position) => this.#extendTo(position),
      follow: (x, y) => this.#follow(root, x, y),
    });
    return () => {
      this.#root = null;
      pointing.destroy();
    };
  }

  /** The cell that contains an element: row -1 is the heads, column -1 the rows' names; null: none. */
  hit(target: EventTarget | null): (GridPosition & { element: HTMLElement }) | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[aria-colindex]') : null;
    const row = Number(element?.parentElement?.dataset.row ?? NaN);
    const column = Number(element?.ariaColIndex ?? NaN) - 2;
    if (element === null || Number.isNaN(row) || Number.isNaN(column) || (row < 0 && column < 0)) return null;
    return { row, column, element };
  }

  /** @returns whether the key was handled. */
  key(event: KeyboardEvent): boolean {
    const { active, table } = this.#parts;
    const rows = this.#rowCount();
    return tableKey(event, {
      active,
      extent: { rows, columns: columnsOf(table).length, page: this.#rowsInView(), hasHeads: true },
      bodyRows: rows - (table.options.meta?.footer ?? 0),
      lastRange: () => this.#lastRange(),
      moveTo: (position) => this.moveTo(position),
      extendTo: (position) => this.#extendTo(position),
      select: (range, whole) => this.#select(range, active, whole, 'replace'),
      clear: () => this.clear(),
      press: (position) => this.#press(position),
      turn: (by) => this.#parts.onTurn(by),
      pressHead: (column, isMore) => this.#sortBy(columnsOf(table)[column], isMore),
      headKey: (column, typed) => this.#headKey(columnsOf(table)[column], typed),
    });
  }

  /** Moves the tab stop and focus to a cell and scrolls it into view. */
  moveTo(position: GridPosition): void {
    this.rest(position);
    this.reveal(position);
  }

  /** Moves the tab stop and focus to a cell without scrolling. */
  rest(position: GridPosition): void {
    this.#parts.setActive(position);
    this.focus();
  }

  focus(): void {
    this.#cell(this.#parts.active)?.focus({ preventScroll: true });
  }

  /** Scrolls a cell into view by the shortest way. @param isCentred centres its row. */
  reveal(position: GridPosition, isCentred = false): void {
    const [root, cell] = [this.#root, this.#cell(position)?.closest('td,th')];
    if (root === null || cell === null || cell === undefined) return;
    const [box, view] = [cell.getBoundingClientRect(), root.getBoundingClientRect()];
    const { table, stuckWidth } = this.#parts;
    const bodyRows = this.#rowCount() - (table.options.meta?.footer ?? 0);
    const isStuck = position.column < Number(root.dataset.stuck ?? 0);
    const { top, bottom } = insideOf(root);
    const isInBody = position.row >= 0 && position.row < bodyRows;
    const nearest = isInBody ? towards(box.top, box.bottom, top, bottom) : 0;
    const down = isCentred && nearest !== 0 ? (box.top + box.bottom - top - bottom) / 2 : nearest;
    const left = view.left + root.clientLeft;
    const across = isStuck ? 0 : towards(box.left, box.right, left + stuckWidth, left + root.clientWidth);
    if (down !== 0 || across !== 0) root.scrollBy({ top: down, left: across, behavior: 'instant' });
  }

  /** Marks the head of the column under the pointer or in focus. */
  light(target: EventTarget | null): void {
    const at = this.hit(target);
    const column = at === null || at.row < 0 ? -1 : at.column;
    const head =
      this.#root?.querySelector(`thead [aria-colindex="${String(column + 2)}"][data-field]`) ?? null;
    if (head === this.#lit) return;
    this.#lit?.removeAttribute('data-lit');
    head?.setAttribute('data-lit', '');
    this.#lit = head;
  }

  /** Clears the selection. @returns whether there was one. */
  clear(): boolean {
    const was = this.#ranges().length > 0;
    if (this.#parts.table.atoms.cellSelection.get().length > 0) this.#parts.table.resetCellSelection(true);
    this.#whole = null;
    return was;
  }

  #ranges() {
    return this.#parts.table.getCellSelectionBounds();
  }

  #rowCount(): number {
    return this.#parts.table.getRowModel().rows.length;
  }

  #rowsInView(): number {
    if (this.#root === null) return 1;
    const { top, bottom } = insideOf(this.#root);
    return Math.max(1, Math.floor((bottom - top) / this.#parts.rowHeight) - 1);
  }

  /** The focusable part of a cell: its link, or itself. */
  #cell({ row, column }: GridPosition): HTMLElement | null {
    const cell = this.#root?.querySelector<HTMLElement>(
      `tr[data-row="${String(row)}"] > [aria-colindex="${String(column + 2)}"]`,
    );
    return cell?.querySelector<HTMLElement>(':scope > a') ?? cell ?? null;
  }

  #press(position: GridPosition): void {
    const target = this.#cell(position);
    if (target instanceof HTMLAnchorElement) target.click();
    else this.#parts.onOpen(position.row);
  }

  #select(
    range: GridRange,
    anchor: GridPosition,
    whole: WholeLines,
    mode: 'replace' | 'include' | 'exclude',
  ): void {
    if (range.bottom < range.top || range.right < range.left) return;
    const { table } = this.#parts;
    this.#whole = whole;
    table.selectCellRange(rangeInModel(table, range, anchor, whole), { mode });
    this.rest(anchor);
  }

  /** Extends the last range to a cell; without a range, from the tab stop. */
  #extendTo(position: GridPosition): void {
    const { table, active } = this.#parts;
    const whole = this.#whole;
    table.setCellSelection((ranges) => {
      const last = ranges.at(-1);
      const drawn = rangeInModel(table, rangeOf(active, position), active, null);
      if (last === undefined) return [drawn];
      const next = { ...last };
      if (whole !== 'columns' && whole !== 'all') next.focusRowId = drawn.focusRowId;
      if (whole !== 'rows' && whole !== 'all') next.focusColumnId = drawn.focusColumnId;
      return [...ranges.slice(0, -1), next];
    });
    this.moveTo(position);
  }

  #lastRange(): GridRange | null {
    const { table } = this.#parts;
    const last = table.atoms.cellSelection.get().at(-1);
    if (last === undefined || this.#ranges().length === 0) return null;
    const [rows, columns] = [table.getRowModel().rows, columnsOf(table)];
    const at = (rowId: string, columnId: string) => ({
      row: rows.findIndex(({ id }) => id === rowId),
      column: columns.findIndex(({ id }) => id === columnId),
    });
    const range = rangeOf(at(last.anchorRowId, last.anchorColumnId), at(last.focusRowId, last.focusColumnId));
    return range.top < 0 || range.left < 0 ? null : range;
  }

  /** Scrolls towards a pointer outside the rows. @returns the nearest cell. */
  #follow(root: HTMLElement, x: number, y: number): GridPosition | null {
    const { top, bottom } = insideOf(root);
    const box = root.getBoundingClientRect();
    const left = box.left + root.clientLeft;
    const right = left + root.clientWidth;
    const { stuckWidth } = this.#parts;
    root.scrollBy(beyond(x - left - stuckWidth, right - left - stuckWidth), beyond(y - top, bottom - top));
    const rowNames = root.querySelector<HTMLElement>('thead th')?.offsetWidth ?? 0;
    const within = (place: number, from: number, to: number) => Math.max(from, Math.min(place, to));
    const end = root.querySelector('thead tr')?.lastElementChild?.getBoundingClientRect();
    const last = root.querySelector('tbody > tr:last-child')?.getBoundingClientRect();
    const element = document.elementFromPoint(
      within(x, left + rowNames + 1, Math.min(right, end?.right ?? right) - 1),
      within(y, top + 1, Math.min(bottom, last?.bottom ?? bottom) - 1),
    );
    const at = root.contains(element) ? this.hit(element) : null;
    return at === null || at.row < 0 || at.column < 0 ? null : { row: at.row, column: at.column };
  }

  #pointingModel(): ReturnType<ConstructorParameters<typeof GridPointing>[1]['model']> {
    const { table } = this.#parts;
    const [rows, columns] = [table.getRowModel().rows, columnsOf(table)];
    return {
      rowCount: rows.length,
      columns: { count: columns.length },
      rowKey: (row) => rows[row]?.id ?? '',
      rowOfKey: (key) => rows.findIndex(({ id }) => id === key),
      columnKey: (column) => columns[column]?.id ?? '',
      columnOfKey: (key) => columns.findIndex(({ id }) => id === key),
      pressHead: (column, event) => {
        if (event instanceof MouseEvent && event.detail > 0 && this.heads.wasDragged()) return true;
        if (isMenu(event.target)) this.#askMenu(columns[column]);
        else this.#sortBy(columns[column], event.shiftKey);
        return true;
      },
    };
  }

  #sortBy(column: RowsColumn | undefined, isMore: boolean): void {
    const { table } = this.#parts;
    const meta = column?.columnDef.meta;
    if (meta === undefined || meta.isStill === true || meta.field.kind === 'etag') return;
    const sort = table.atoms.sorting.get().map(({ id, desc }): SortKey => ({ field: id, descending: desc }));
    const next = nextSort(sort, meta.field.name, isMore);
    table.setSorting(next.map(({ field, descending }) => ({ id: field, desc: descending })));
  }

  #headKey(column: RowsColumn | undefined, event: KeyboardEvent): boolean {
    const { table } = this.#parts;
    const meta = column?.columnDef.meta;
    if (column === undefined || meta === undefined || meta.isStill === true) return false;
    if (event.ctrlKey || event.metaKey || event.shiftKey === event.altKey) return false;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (by !== null && event.shiftKey) {
      if (table.options.meta?.areMovable !== true) return false;
      moveColumn(table, column, by);
    } else if (by !== null) {
      if (meta.isFixed === true) return false;
      resizeColumn(table, column.id, column.getSize() + by * widthStep);
    } else if (event.altKey && event.key === 'ArrowDown') this.#askMenu(column);
    else return false;
    return true;
  }

  #askMenu(column: RowsColumn | undefined): void {
    const name = CSS.escape(column?.id ?? '');
    const head = this.#root?.querySelector<HTMLElement>(`th[data-field="${name}"]`);
    if (column && head) this.#parts.onMenu?.(column.id, head);
  }

  #headActions(): HeadActions {
    const { table } = this.#parts;
    const widthOf = (name: string) => table.getColumn(name)?.getSize() ?? 0;
    return {
      widthOf,
      draw: (name, width) => {
        if (width === null) table.resetHeaderSizeInfo(true);
        else
          table.setColumnResizing((state) => ({
            ...state,
            isResizingColumn: name,
            deltaOffset: width - widthOf(name),
          }));
      },
      resize: (name, width) => resizeColumn(table, name, width),
      move:
        table.options.meta?.areMovable === true
          ? (name, beside, isAfter) => placeColumn(table, name, beside, isAfter)
          : null,
      fit: (name) => {
        const column = table.getColumn(name)?.columnDef.meta;
        const rows = table.getRowModel().rows.map(({ original }) => original);
        if (column !== undefined) resizeColumn(table, name, fittingWidth(column, rows));
      },
    };
  }
}

/** Top and bottom of the view between head and footer, window px. */
function insideOf(root: HTMLElement): { top: number; bottom: number } {
  const top = root.getBoundingClientRect().top + root.clientTop;
  const height = (part: string) => root.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;
  return { top: top + height('thead'), bottom: top + root.clientHeight - height('tfoot') };
}

/** Px to scroll so that `start` to `end` lies between two edges. */
function towards(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from;
  return end > to ? Math.min(end - to, start - from) : 0;
}

/** The order after a press on a head: ascending, then descending; as a further key, then removed. */
export function nextSort(sort: readonly SortKey[], field: string, isMore: boolean): SortKey[] {
  const at = sort.findIndex((key) => key.field === field);
  const isUp = sort[at]?.descending === false;
  if (!isMore) return [{ field, descending: isUp }];
  if (at < 0) return [...sort, { field, descending: false }].slice(-mostSortKeys);
  return sort.flatMap((key, index) => (index !== at ? [key] : isUp ? [{ field, descending: true }] : []));
}
