'use client';

import { useSyncExternalStore } from 'react';

/** Too narrow for several frozen columns. */
export const narrowWindow = '(max-width: 639px)';

export const useNarrow = (): boolean => useMedia(narrowWindow);

export const useWide = (): boolean => useMedia('(min-width: 1280px)');

/** False until hydration. */
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
