'use client';

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** The media query may lag behind the browser's events. */
let isAtPrinter = false;

/** Whether the page is printed or previewed; renders in time for both. False on the server. */
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
  // Synchronous: the browser prints the page as it is when the event ends.
  const become = (is: boolean) => {
    isAtPrinter = is;
    flushSync(changed);
  };
  window.addEventListener('beforeprint', () => become(true), { signal });
  window.addEventListener('afterprint', () => become(false), { signal });
  window.matchMedia('print').addEventListener('change', () => flushSync(changed), { signal });
  return () => stop.abort();
}
