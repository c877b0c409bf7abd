/** What is done to columns by their heads with a pointer. */
export interface HeadActions {
  /** Px that a column is wide. */
  widthOf: (field: string) => number;
  resize: (field: string, width: number) => void;
  /** As wide as what is shown of it needs. */
  fit: (field: string) => void;
  /** Puts a column before or after another one; null: they stand as they do. */
  move: ((field: string, beside: string, isAfter: boolean) => void) | null;
}

/** How columns are made wider and moved. */
export interface ColumnArrangement {
  resize: (field: string, width: number) => void;
  /** Puts a column before or after another one. */
  move: (field: string, beside: string, isAfter: boolean) => void;
  /** Moves a column one place. */
  step: (field: string, by: -1 | 1) => void;
}

/** Px that a pointer moves before a press becomes a drag. */
const dragRoom = 6;

/**
 * A head's edge is drawn to another width, or pressed twice to fit; the head itself is drawn to another place. The keys
 * and the column chooser do the same.
 * @returns what begins with a pointer on the grid, and whether the click that follows ends a drag.
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
      const field = head?.dataset.field;
      if (head === null || field === undefined || event.button !== 0) return;
      if (isEdge(event.target)) {
        hasDragged = true; // a press of the edge sorts nothing
        drawWidth(event, head, field, actions());
      } else if (event.pointerType !== 'touch' && !isMenu(event.target) && actions().move !== null)
        // a finger scrolls
        drag(event, head, field, actions, () => (hasDragged = true));
    },
    twice: (event) => {
      const field = headOf(event.target)?.dataset.field;
      if (field !== undefined && isEdge(event.target)) actions().fit(field);
    },
    wasDragged: () => hasDragged,
  };
}

function headOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="columnheader"][data-field]') : null;
}

function isEdge(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.resize !== undefined;
}

/** Whether that is the button of a head's menu. */
export function isMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.menu !== undefined;
}

function drawWidth(event: PointerEvent, head: HTMLElement, field: string, actions: HeadActions): void {
  const [from, width] = [event.clientX, actions.widthOf(field)];
  head.dataset.resizing = '';
  follow(
    event,
    (x) => actions.resize(field, width + x - from),
    (isKept) => {
      delete head.dataset.resizing;
      if (!isKept) actions.resize(field, width);
    },
  );
}

function drag(
  event: PointerEvent,
  head: HTMLElement,
  field: string,
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
      if (isKept && beside !== undefined) actions().move?.(field, beside, isAfter);
    },
  );
}

/** Hears where the pointer goes until it is let go, or the drag is given up by Escape. */
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
  if (isEdge(event.target)) event.preventDefault(); // no text is selected
}
