import { useSyncExternalStore } from 'react';

/** Whether presses in the matrix were staged when it was left; of this page alone. */
let wasStaging = false;
const listeners = new Set<() => void>();

/** How presses are meant, by the address of the matrix, which is where they are chosen. */
export function noteStaging(isStaging: boolean): void {
  wasStaging = isStaging;
  for (const listener of listeners) listener();
}

/** For links that lead back to the matrix: who stages there goes on staging. */
export function useStagingLeft(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wasStaging,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
