'use client';

import { useSyncExternalStore } from 'react';

/** Windows too narrow for several columns that stay beside those that scroll. */
export const narrowWindow = '(max-width: 639px)';

export const useNarrow = (): boolean => useMedia(narrowWindow);

/** Whether the window is wide enough for a panel beside a grid. */
export const useWide = (): boolean => useMedia('(min-width: 1280px)');

/** False on the server, and until the page is alive. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
