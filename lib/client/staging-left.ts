import { useSyncExternalStore } from 'react';
import type { MatrixStore } from './matrix/matrix-store';

/** The matrix of each connection that was looked at, by the connection's parameter; of this page alone. */
const left = new Map<string | undefined, MatrixStore>();
const listeners = new Set<() => void>();

/** Notes that the matrix of a connection is looked at. */
export function noteMatrix(connection: string | undefined, store: MatrixStore): void {
  left.set(connection, store);
  for (const listener of listeners) listener();
}

/** For links that lead back to the matrix: how many changes wait there to be sent. */
export function useStagedLeft(connection: string | undefined): number {
  const store = useSyncExternalStore(
    subscribe,
    () => left.get(connection),
    () => undefined,
  );
  return useSyncExternalStore(
    store?.subscribe ?? subscribe,
    () => store?.staged.size ?? 0,
    () => 0,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
