'use client';

import { useEffect, useRef, useState } from 'react';

const idleMs = 400;

/**
 * What is being typed, handed on when typing pauses. A value that changes from outside (a link, the back button,
 * "clear") takes the place of the draft. `commit` answers false for a text it cannot take: the draft then stays, and
 * `commitNow` answers false too.
 */
export function useDraft(value: string, commit: (value: string) => boolean | void) {
  const [state, setState] = useState({ draft: value, known: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = afterValue(state, value);
  if (current !== state) setState(current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string): void => {
    setState((before) => ({ ...before, draft: next }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commitNow(next), idleMs);
  };
  const commitNow = (next: string): boolean => {
    clearTimeout(timer.current);
    const text = next.trim();
    if (text === current.known) return true;
    const isTaken = commit(text) !== false;
    setState((before) => afterCommit(before, text, isTaken));
    return isTaken;
  };
  return { draft: current.draft, change, commitNow: () => commitNow(current.draft) };
}

/** A text being typed, and the value it was last in step with. */
export interface DraftState {
  draft: string;
  known: string;
}

/** A value that changed from outside takes the place of the draft; the one already known leaves it alone. */
export function afterValue(state: DraftState, value: string): DraftState {
  return value === state.known ? state : { draft: value, known: value };
}

/** What was handed on becomes the known value only if it was taken; otherwise the draft waits to be finished. */
export function afterCommit(state: DraftState, handedOn: string, isTaken: boolean): DraftState {
  return isTaken ? { ...state, known: handedOn } : state;
}
