'use client';

import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { positionAfterKey } from './grid-keys';
import type { GridPosition } from './grid-model';

/** Rows that PageUp and PageDown move by where the height of a page is not known. */
const usualPage = 15;

/**
 * Cell navigation of a table with role="grid" (WAI-ARIA grid pattern), its head being the first row: one tab stop, which
 * the keys move by cells, and which follows a press. Where a cell holds a button, that has the focus. Every cell and
 * button is drawn with `tabIndex={-1}`; the tab stop is moved in the document, so that a key draws nothing anew.
 */
export function useTableFocus() {
  const table = useRef<HTMLTableElement>(null);
  const active = useRef<GridPosition>({ row: 1, column: 0 });
  const stop = useRef<HTMLElement>(null);

  const setStop = (position: GridPosition): HTMLElement | null => {
    const rows = rowsOf(table.current);
    const cells = rows[Math.max(0, Math.min(position.row, rows.length - 1))]?.cells;
    const column = Math.max(0, Math.min(position.column, (cells?.length ?? 1) - 1));
    const target = targetOf(cells?.[column]);
    if (target === null) return null;
    if (stop.current !== target) stop.current?.setAttribute('tabindex', '-1');
    stop.current = target;
    target.setAttribute('tabindex', '0');
    return target;
  };
  useLayoutEffect(() => {
    // Rows and columns come and go, and a column that is moved takes its focus along.
    const at = positionOf(document.activeElement, table.current);
    const isElsewhere = at !== null && (at.row !== active.current.row || at.column !== active.current.column);
    if (isElsewhere) active.current = at;
    const target = setStop(active.current);
    if (isElsewhere) bringIntoView(target, table.current);
  });

  /** Makes a cell the active one, in view and in focus. */
  const moveTo = (position: GridPosition): void => {
    active.current = position;
    const target = setStop(position);
    target?.focus({ preventScroll: true });
    bringIntoView(target, table.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || positionOf(event.target, table.current) === null) return;
    const rows = rowsOf(table.current);
    const extent = {
      rows: rows.length,
      columns: rows[0]?.cells.length ?? 0,
      page: pageOf(table.current),
    };
    const to = positionAfterKey(active.current, event, extent);
    if (to === null || event.shiftKey) return;
    event.preventDefault();
    moveTo(to);
  };
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const position = positionOf(event.target, table.current);
    if (position === null) return;
    active.current = position;
    setStop(position);
  };
  return { table, onKeyDown, onFocus };
}

/** The rows that hold cells to go to; those of a skeleton are hidden. */
function rowsOf(table: HTMLTableElement | null): HTMLTableRowElement[] {
  return [...(table?.rows ?? [])].filter((row) => row.ariaHidden !== 'true');
}

function targetOf(cell: HTMLTableCellElement | undefined): HTMLElement | null {
  return cell?.querySelector<HTMLElement>('button:enabled') ?? cell ?? null;
}

function positionOf(target: EventTarget | null, table: HTMLTableElement | null): GridPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null;
  const row = cell?.closest('tr');
  if (cell == null || row == null) return null;
  const at = rowsOf(table).indexOf(row);
  return at < 0 ? null : { row: at, column: cell.cellIndex };
}

/** Lines that are in view at once, less one that stays. */
function pageOf(table: HTMLTableElement | null): number {
  const height = table?.tBodies[0]?.rows[0]?.offsetHeight ?? 0;
  const view = table?.parentElement?.clientHeight ?? 0;
  return height === 0 ? usualPage : Math.max(1, Math.floor(view / height) - 2);
}

/** Not below the head and the first columns, where those stay. */
function bringIntoView(target: HTMLElement | null, table: HTMLTableElement | null): void {
  const scroller = table?.parentElement;
  if (table === null || scroller == null) return;
  let start = 0;
  for (const cell of table.tBodies[0]?.rows[0]?.cells ?? []) {
    if (getComputedStyle(cell).position !== 'sticky') break;
    start += cell.offsetWidth;
  }
  scroller.style.scrollPaddingInlineStart = `${String(start)}px`;
  scroller.style.scrollPaddingBlockStart = `${String(table.tHead?.offsetHeight ?? 0)}px`;
  target?.closest('td, th')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
