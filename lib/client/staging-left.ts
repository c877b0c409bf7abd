import { useSyncExternalStore } from 'react';
import type { MatrixStore } from './matrix/matrix-store';

/** The matrix of a connection, as it is looked at or was left. */
interface LeftMatrix {
  /** Whether presses are staged, by its address. */
  isStaging: boolean;
  store: MatrixStore;
}

/** By the connection's parameter; of this page alone. */
const left = new Map<string | undefined, LeftMatrix>();
const listeners = new Set<() => void>();

/** Notes how the matrix of a connection is looked at. */
export function noteStaging(connection: string | undefined, matrix: LeftMatrix): void {
  left.set(connection, matrix);
  for (const listener of listeners) listener();
}

/** For links that lead back to the matrix: whether one goes on staging there, and how many changes wait to be sent. */
export function useStagingLeft(connection: string | undefined): { isStaging: boolean; staged: number } {
  const matrix = useSyncExternalStore(
    subscribe,
    () => left.get(connection),
    () => undefined,
  );
  const staged = useSyncExternalStore(
    matrix?.store.subscribe ?? subscribe,
    () => matrix?.store.staged.size ?? 0,
    () => 0,
  );
  return { isStaging: matrix?.isStaging === true, staged };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
