import { useEffect, useState } from 'react';
import type { GridEngine } from './grid-engine';
import type { GridCell, GridPosition } from './grid-model';

/** Milliseconds that a press gets before its readout: it moves the focus several times, and is to be painted first. */
export const pressMs = 50;

/** What the pointer or the focus came to last; null: neither is in the grid. */
export function usePointedAt<Cell extends GridCell>(engine: GridEngine<Cell>): GridPosition | null {
  const [at, setAt] = useState(() => engine.hit(pointedIn(engine.root)));
  useEffect(() => {
    const { root } = engine;
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout>;
    const look = (find: () => EventTarget | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = engine.hit(find());
        setAt((before) => (before?.row === now?.row && before?.column === now?.column ? before : now));
      }, pressMs);
    };
    look(() => pointedIn(root)); // the pointer may have moved on before anything listened
    const enter = ({ target }: Event) => look(() => target);
    const leave = () => look(() => innermost(root, ':focus'));
    for (const kind of ['pointerover', 'focusin']) root.addEventListener(kind, enter, { signal });
    for (const kind of ['pointerleave', 'focusout']) root.addEventListener(kind, leave, { signal });
    // Another cell comes under the pointer, and no event says so; what is in focus stays that.
    root.addEventListener('scroll', leave, { signal, passive: true });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [engine]);
  return at;
}

function pointedIn(root: Element): Element | null {
  return innermost(root, ':hover') ?? innermost(root, ':focus');
}

/** The last in the document, of those that lie in one another. */
function innermost(root: Element, selector: string): Element | null {
  return [...root.querySelectorAll(selector)].at(-1) ?? null;
}
