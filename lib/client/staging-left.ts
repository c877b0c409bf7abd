import { useSyncExternalStore } from 'react';
import type { MatrixStore } from './matrix/matrix-store';

/** Stores by the connection's parameter. */
const left = new Map<string | undefined, MatrixStore>();
const listeners = new Set<() => void>();

export function noteMatrix(connection: string | undefined, store: MatrixStore): void {
  left.set(connection, store);
  for (const listener of listeners) listener();
}

/** Number of staged changes of a connection. */
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
