'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being put on paper, or is looked at as if it were; told in time for what is drawn for paper only.
 * Not for what the server draws.
 */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const paper = window.matchMedia('print');
    // At once: the browser takes the page as it is when this returns.
    const become = (is: boolean) => flushSync(() => setPrinting(is));
    window.addEventListener('beforeprint', () => become(true), { signal });
    window.addEventListener('afterprint', () => become(false), { signal });
    paper.addEventListener('change', ({ matches }) => become(matches), { signal });
    return () => stop.abort();
  }, []);
  return isPrinting;
}
