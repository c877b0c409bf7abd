import type { GridOrder } from './grid-model';

/** A part of the grid, with its role and class. */
export function part(role: string, className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.className = className ?? '';
  return element;
}

/** Says on a head whether the rows are ordered by its column, and which way. */
export function markOrder(
  element: HTMLElement,
  order: GridOrder | null,
  among: GridOrder['among'],
  at: number,
): void {
  if (at >= 0 && order?.among === among && order.at === at)
    element.setAttribute('aria-sort', order.direction);
  else element.removeAttribute('aria-sort');
}

/** Puts the cell or head of a column slot where its column lies; a column of -1 hides it. */
export function place(element: HTMLElement, column: number, pinned: number, x: string): void {
  element.hidden = column < 0;
  if (column < 0) return;
  element.setAttribute('aria-colindex', String(pinned + column + 1));
  element.style.transform = x;
}
