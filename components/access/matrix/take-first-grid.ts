import type { placeLeft } from '@/components/ui/scroll-place';
import type { FirstPress, PressPlace, PressQueue } from './first-press';

/**
 * Makes the grid that the server sent usable before the page's code has come. It sets bars and the size of the whole,
 * since the pages' policy allows no `style` in HTML, keeps presses of switches for that code, and has arrow keys move the
 * focus. Runs as an inline script right behind the grid, so it uses nothing of its module; where the page came without a
 * document of its own, the view calls it.
 */
export function takeFirstGrid(grid: HTMLElement, place: PressPlace, findLeft: typeof placeLeft): void {
  if (grid.dataset.taken !== undefined) return;
  grid.dataset.taken = '';
  const queue = window as PressQueue;
  queue.firstPresses ??= [] as FirstPress[];
  for (const element of grid.querySelectorAll<HTMLElement>('[data-share]'))
    element.style.backgroundSize = element.dataset.share ?? '';
  // The scroll area of the whole, so that its bars stay as they are when the engine comes. Nothing is measured: the
  // browser has not laid out the page yet, and need not do it twice.
  const [head, body] = grid.children as unknown as HTMLElement[];
  const { rows = '0', columns = '0' } = grid.dataset;
  if (head && body) {
    head.style.width =
      body.style.width = `calc(var(--grid-pinned-width) + ${columns} * var(--grid-column-width))`;
    body.style.height = `min(${rows} * var(--grid-row-height), 15000000px)`;
  }
  // A restored scroll place is shown at once, and is empty until the engine comes: rows of the
  // upper left would jump away.
  const left = findLeft('grid', grid.dataset.list ?? '');
  if (left) grid.scrollTo(left.left, left.top);
  const pinned = window.matchMedia('(max-width: 639px)').matches ? 1 : 2; // as first-grid.module.css has it
  grid.setAttribute('aria-colcount', String(Number(columns) + pinned));
  for (const control of grid.querySelectorAll('button')) control.disabled = false;
  const first = grid.querySelector<HTMLElement>('[role="switch"][aria-checked], [data-empty="band"]');
  if (first) first.tabIndex = 0;

  /** Shows a press at once. @returns whether it is one: what is under way is left alone. */
  const show = (cell: HTMLElement, control: HTMLElement): boolean => {
    const { empty, mark } = cell.dataset;
    if (empty !== undefined || place === 'none') return true;
    if (mark !== undefined && mark !== 'staged') return false;
    const shown = control.getAttribute('aria-checked') ?? '';
    cell.dataset.was ??= shown;
    control.setAttribute('aria-checked', String(shown !== 'true'));
    if (place === 'switch') {
      cell.dataset.mark = 'pending';
      const words = shown === 'true' ? 'no access' : 'has access'; // as access-cell.ts has them
      control.ariaLabel = (control.ariaLabel ?? '').replace(/(no|has) access$/, words);
    } else if (mark === undefined) cell.dataset.mark = 'staged';
    else delete cell.dataset.mark;
    return true;
  };
  /** Hears at the window, before React: what it cannot tell to a part that it has not hydrated yet, it tells nobody. */
  const hear = <Type extends keyof WindowEventMap>(
    type: Type,
    heard: (event: WindowEventMap[Type]) => void,
  ) => {
    const listen = (event: WindowEventMap[Type]) => {
      if (grid.isConnected) heard(event);
      else window.removeEventListener(type, listen, true);
    };
    window.addEventListener(type, listen, true);
  };
  /** When a key or a pointer last went down on it (`performance.now`); none did. */
  let downAt = Infinity;
  const isInside = ({ target }: Event) => target instanceof Node && grid.contains(target);
  hear('click', (event) => {
    if (!isInside(event)) return;
    const { ctrlKey, metaKey, shiftKey, altKey, pointerType, timeStamp } = event;
    // Those select, or open another tab; a finger that rested selects too.
    if (ctrlKey || metaKey || shiftKey || altKey || (pointerType === 'touch' && timeStamp - downAt > 500))
      return;
    const target = event.target as Element;
    const { record: rowKey = '', band } = target.closest<HTMLElement>('[data-record]')?.dataset ?? {};
    if (band !== undefined) {
      queue.firstPresses?.push({ rowKey, entityId: null });
      return;
    }
    if (target.closest('a')) {
      event.preventDefault(); // what is known of the record opens beside the matrix
      queue.firstPresses?.push({ rowKey, entityId: null });
      return;
    }
    const cell = target.closest<HTMLElement>('[role="gridcell"]:not([data-col])');
    const control = cell?.querySelector('button');
    if (!cell || !control) return;
    // As in the grid: near the control; a key's click has no place.
    const { left, top, width, height } = control.getBoundingClientRect();
    const far = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
    if (event.detail !== 0 && far > (pointerType === 'mouse' ? 12 : 24)) return;
    if (Array.isArray(queue.firstPresses) && !show(cell, control)) return;
    const at = [...(cell.parentElement?.children ?? [])].indexOf(cell);
    const heads = head?.firstElementChild?.children ?? [];
    const entityId = JSON.parse((heads[at] as HTMLElement | undefined)?.dataset.entity ?? '""') as string;
    queue.firstPresses?.push({ rowKey, entityId });
  });
  // A key with another one selects in the grid; a button would be pressed by it.
  for (const type of ['keydown', 'keyup'] as const)
    hear(type, (event) => {
      if (!isInside(event)) return;
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isPress = key === ' ' || key === 'Enter';
      if (isPress && (ctrlKey || metaKey || shiftKey || altKey)) event.preventDefault();
      else if (isPress && (event.target as HTMLElement).dataset.empty === 'band') {
        event.preventDefault(); // it would scroll
        if (type === 'keyup') (event.target as HTMLElement).click();
      }
    });
  /** The cell that an arrow leads to from another one. */
  const beside = (cell: HTMLElement, key: string): Element | undefined => {
    const cellsOf = (row: Element | null) =>
      row === null ? [] : [...row.querySelectorAll('[role="gridcell"]:not([data-col])')];
    const row = cell.closest('[data-record]');
    const rows = [...grid.querySelectorAll('[data-record]')];
    const at = cellsOf(row).indexOf(cell);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return cellsOf(row)[at + (key === 'ArrowLeft' ? -1 : 1)];
    const other = row === null ? -1 : rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1);
    return cellsOf(rows[other] ?? null)[at];
  };
  hear('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!isInside(event) || !/^Arrow/.test(key) || ctrlKey || metaKey || shiftKey || altKey) return;
    const cell = (target as HTMLElement).closest<HTMLElement>('[role="gridcell"]:not([data-col])');
    if (!cell) return;
    event.preventDefault(); // it would scroll
    const next = beside(cell, key);
    const reached = next?.querySelector<HTMLElement>('[aria-checked]') ?? (next as HTMLElement | undefined);
    if (!reached) return;
    for (const stop of grid.querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1;
    reached.tabIndex = 0;
    reached.focus();
  });
  // The engine does not come between the beginning of a press and its end.
  const hold = (isHeld: boolean) => {
    if (isHeld) grid.dataset.held = '';
    else delete grid.dataset.held;
    grid.dispatchEvent(new Event('hold'));
  };
  for (const type of ['pointerdown', 'keydown'] as const)
    hear(type, (event) => {
      if (!isInside(event)) return;
      downAt = event.timeStamp;
      hold(true);
    });
  const release = () => {
    if (grid.dataset.held !== undefined) setTimeout(() => hold(false)); // after the click that it ends in
  };
  for (const type of ['pointerup', 'pointercancel', 'keyup'] as const) hear(type, release);
  hear('blur', ({ target }) => {
    if (target === window) release(); // not of what was in focus before
  });
}
