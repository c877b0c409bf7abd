'use client';

import { useEffect, useRef, useState } from 'react';

const idleMs = 400;

/**
 * What is being typed, handed on when typing pauses. A value that changes from outside (a link, the back button,
 * "clear") takes the place of the draft.
 */
export function useDraft(value: string, commit: (value: string) => void) {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    setDraft(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string): void => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commitNow(next), idleMs);
  };
  const commitNow = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() === known) return;
    setKnown(next.trim());
    commit(next.trim());
  };
  return { draft, change, commitNow: () => commitNow(draft) };
}
