'use client';

import { useCallback, useRef, type RefObject } from 'react';
import type { Cell } from '@/lib/contract/access/access';
import { speak } from '@/components/ui/feedback/status';

/** Milliseconds that what is said stays to be seen. */
const seenMs = 6_000;

/**
 * Whether what reads out the cell in focus or under the pointer shows this cell and these words now, whole: then no message
 * needs to lie over the grid. Set by `CellReadout`, whose code is loaded later.
 */
export const readout: { tells: (cell: Cell, words: string) => boolean } = { tells: () => false };

/** Says something; with `isSeen` false only to those who listen, for the page shows it already. */
export type Announce = (words: string, isSeen?: boolean) => void;

/** The function that says something and shows it in a box, without rendering anything. */
export function useAnnounce(): { box: RefObject<HTMLDivElement | null>; announce: Announce } {
  const box = useRef<HTMLDivElement>(null);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback<Announce>((words, isSeen = true) => {
    speak(words);
    const element = box.current;
    if (element === null) return;
    clearTimeout(hiding.current);
    element.textContent = words;
    element.hidden = !isSeen;
    hiding.current = setTimeout(() => (element.hidden = true), seenMs);
  }, []);
  return { box, announce };
}

/** The element that `announce` of `useAnnounce` writes to: seen for a while over the end of what it stands in, beside messages. */
export function AnnouncementBox({ box }: { box: RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={box}
      aria-hidden="true"
      hidden
      // It lies over switches that nobody sees then: a press puts it away.
      onClick={(event) => (event.currentTarget.hidden = true)}
      data-print="hide"
      className="absolute bottom-3 left-2 z-10 w-fit max-w-[calc(100%-1rem)] rounded-md sm:max-w-[calc(100%-26rem)] border border-line bg-surface-raised px-3 py-1.5 text-sm wrap-anywhere shadow-raised"
    />
  );
}
