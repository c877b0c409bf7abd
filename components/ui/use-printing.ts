'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from './use-hydrated';

/**
 * Whether the page is being put on paper, or is looked at as if it were; told in time for what is drawn for paper only.
 * What the server draws is for the screen.
 */
export function usePrinting(): boolean {
  const isHydrated = useHydrated();
  const [isPrinting, setPrinting] = useState(
    () => typeof window !== 'undefined' && window.matchMedia('print').matches,
  );
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
  return isHydrated && isPrinting;
}
