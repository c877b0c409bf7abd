import type { GridPosition } from '@/components/grid/grid-model';
import type { EarlyInput } from '@/components/ui/keys/early-input';

/** Which of these elements a press began on that has not ended, as the page's first script noted it. */
export function heldPress(within: Element): Element | null {
  const held = (globalThis as { memEarly?: EarlyInput }).memEarly?.held ?? null; // early-input.ts
  return within.contains(held) ? held : null;
}

/**
 * Does what a press means that began on the first view, where it ends at the same place of the grid that has come since:
 * the browser knows of no click there, since the place where it began is gone.
 */
export function whenLetGo(held: GridPosition, press: (at: GridPosition) => void): void {
  const over = new AbortController();
  const { signal } = over;
  const end = ({ type, target }: Event): void => {
    over.abort();
    const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
    const row = cell?.closest('[role="grid"] [aria-rowindex]');
    const [rowIndex, columnIndex] = [held.row + 2, held.column + 2].map(String);
    const isThere =
      row?.getAttribute('aria-rowindex') === rowIndex && cell?.getAttribute('aria-colindex') === columnIndex;
    if (type === 'pointerup' && isThere) press(held);
  };
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { signal });
}
