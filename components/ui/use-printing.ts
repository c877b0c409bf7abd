'use client';

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Between the browser's own two events, before which its media query may not say so yet. */
let isAtPrinter = false;

/**
 * Whether the page is being put on paper, or is looked at as if it were; told in time for what is drawn for paper only.
 * What the server draws is for the screen.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isAtPrinter || window.matchMedia('print').matches,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  // At once: the browser takes the page as it is when this returns.
  const become = (is: boolean) => {
    isAtPrinter = is;
    flushSync(changed);
  };
  window.addEventListener('beforeprint', () => become(true), { signal });
  window.addEventListener('afterprint', () => become(false), { signal });
  window.matchMedia('print').addEventListener('change', () => flushSync(changed), { signal });
  return () => stop.abort();
}
