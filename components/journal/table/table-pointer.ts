export interface HeadActions {
  widthOf: (name: string) => number;
  /** Shows a width while the edge is dragged; null: the drag ended. */
  draw: (name: string, width: number | null) => void;
  resize: (name: string, width: number) => void;
  fit: (name: string) => void;
  /** Puts a column before or after another; null: columns do not move. */
  move: ((name: string, beside: string, isAfter: boolean) => void) | null;
}

/** Px before a press becomes a drag. */
const dragRoom = 6;

/**
 * Dragging an edge resizes, a double click on it fits, dragging a head moves the column.
 * @returns handlers, and whether the next click ends a drag.
 */
export function headPointing(actions: () => HeadActions): {
  down: (event: PointerEvent) => void;
  twice: (event: MouseEvent) => void;
  wasDragged: () => boolean;
} {
  let hasDragged = false;
  return {
    down: (event) => {
      hasDragged = false;
      const head = headOf(event.target);
      const name = head?.dataset.field;
      if (head === null || name === undefined || event.button !== 0) return;
      if (isEdge(event.target)) {
        hasDragged = true; // a press on the edge does not sort
        drawWidth(event, head, name, actions());
      } else if (event.pointerType !== 'touch' && !isMenu(event.target) && actions().move !== null)
        // a finger scrolls
        drag(event, head, name, actions, () => (hasDragged = true));
    },
    twice: (event) => {
      const name = headOf(event.target)?.dataset.field;
      if (name !== undefined && isEdge(event.target)) actions().fit(name);
    },
    wasDragged: () => hasDragged,
  };
}

function headOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('th[data-field]') : null;
}

function isEdge(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.resize !== undefined;
}

export function isMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.menu !== undefined;
}

function drawWidth(event: PointerEvent, head: HTMLElement, name: string, actions: HeadActions): void {
  const [from, width] = [event.clientX, actions.widthOf(name)];
  let drawn: number | null = null;
  head.dataset.resizing = '';
  follow(
    event,
    (x) => {
      drawn = width + x - from;
      actions.draw(name, drawn);
    },
    (isKept) => {
      delete head.dataset.resizing;
      actions.draw(name, null);
      if (isKept && drawn !== null) actions.resize(name, drawn);
    },
  );
}

function drag(
  event: PointerEvent,
  head: HTMLElement,
  name: string,
  actions: () => HeadActions,
  begun: () => void,
): void {
  const from = event.clientX;
  let isDrag = false;
  let drop: HTMLElement | null = null;
  const unmark = (): void => {
    if (drop !== null) delete drop.dataset.drop;
  };
  follow(
    event,
    (x, y) => {
      if (!isDrag && Math.abs(x - from) < dragRoom) return;
      if (!isDrag) begun();
      isDrag = true;
      unmark();
      drop = headOf(document.elementFromPoint(x, y));
      if (drop === head) drop = null;
      if (drop === null) return;
      const box = drop.getBoundingClientRect();
      drop.dataset.drop = x < box.left + box.width / 2 ? 'before' : 'after';
    },
    (isKept) => {
      const beside = drop?.dataset.field;
      const isAfter = drop?.dataset.drop === 'after';
      unmark();
      if (isKept && beside !== undefined) actions().move?.(name, beside, isAfter);
    },
  );
}

/** Follows the pointer until it is released, or Escape cancels. */
function follow(
  event: PointerEvent,
  moved: (x: number, y: number) => void,
  ended: (isKept: boolean) => void,
): void {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (isKept: boolean): void => {
    ending.abort();
    ended(isKept);
  };
  window.addEventListener('pointermove', ({ clientX, clientY }) => moved(clientX, clientY), { signal });
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  if (isEdge(event.target)) event.preventDefault(); // prevents a text selection
}
