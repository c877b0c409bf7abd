import { useSyncExternalStore } from 'react';

/** How the matrix of a connection was left. */
interface LeftStaging {
  connection: string | undefined;
  /** Whether presses were staged. */
  isStaging: boolean;
  /** How many changes are staged and not sent. */
  staged: number;
}

/** Of this page alone, and of the matrix that was left last. */
let left: LeftStaging | null = null;
const listeners = new Set<() => void>();

/** How presses are meant, by the address of the matrix, and what is staged in it: told where the matrix is not. */
export function noteStaging(now: LeftStaging): void {
  left = now;
  for (const listener of listeners) listener();
}

/** For links that lead back to the matrix: who stages there goes on staging. Null: nobody has been there. */
export function useStagingLeft(): LeftStaging | null {
  return useSyncExternalStore(
    subscribe,
    () => left,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
