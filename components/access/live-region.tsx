'use client';

import { useCallback, useRef, type RefObject } from 'react';

/** A polite live region and the function that speaks through it, without rendering anything. */
export function useLiveRegion(): {
  region: RefObject<HTMLDivElement | null>;
  announce: (words: string) => void;
} {
  const region = useRef<HTMLDivElement>(null);
  const announce = useCallback((words: string) => {
    if (region.current === null) return;
    // A no-break space makes a repeated sentence a change, so that it is spoken again.
    const isRepeat = region.current.textContent === words;
    region.current.textContent = isRepeat ? `${words}\u00a0` : words;
  }, []);
  return { region, announce };
}

/** The element that `announce` of `useLiveRegion` writes to. */
export function LiveRegion({ region }: { region: RefObject<HTMLDivElement | null> }) {
  return <div ref={region} role="status" aria-live="polite" className="sr-only" />;
}
