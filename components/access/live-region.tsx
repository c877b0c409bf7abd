'use client';

import { useCallback, useRef, type RefObject } from 'react';
import { Status } from '@/components/ui/feedback/status';

/** Milliseconds that what is said stays to be seen. */
const seenMs = 6_000;

/** Says something; with `isSeen` false only to those who listen, for the page shows it already. */
export type Announce = (words: string, isSeen?: boolean) => void;

/** A polite live region and the function that speaks through it, without rendering anything. */
export function useLiveRegion(): { region: RefObject<HTMLDivElement | null>; announce: Announce } {
  const region = useRef<HTMLDivElement>(null);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback<Announce>((words, isSeen = true) => {
    const element = region.current;
    if (element === null) return;
    clearTimeout(hiding.current);
    element.dataset.look = isSeen ? 'seen' : 'heard';
    hiding.current = setTimeout(() => (element.dataset.look = 'heard'), seenMs);
    // A no-break space makes a repeated sentence a change, so that it is spoken again.
    const isRepeat = element.textContent === words;
    element.textContent = isRepeat ? `${words}\u00a0` : words;
  }, []);
  return { region, announce };
}

/** The element that `announce` of `useLiveRegion` writes to: seen for a while over the end of what it stands in. */
export function LiveRegion({ region }: { region: RefObject<HTMLDivElement | null> }) {
  return (
    <Status
      ref={region}
      aria-live="polite"
      data-look="heard"
      // It lies over switches that nobody sees then: a press puts it away.
      onClick={(event) => (event.currentTarget.dataset.look = 'heard')}
      data-print="hide"
      className="absolute inset-x-0 bottom-3 z-10 mx-auto w-fit max-w-[calc(100%-1rem)] rounded-md border border-line bg-surface-raised px-3 py-1.5 text-sm wrap-anywhere shadow-raised data-[look=heard]:sr-only"
    />
  );
}
