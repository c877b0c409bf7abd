import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while the page is rendered by the server and taken over, true from then on. For words in the browser's own
 * locale, which the server does not know: writing them earlier would make the two disagree.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
