import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { mostCells } from '@/lib/contract/changes';
import { CollectedChanges } from '@/lib/domain/access/collected-changes';

const ofClients = new WeakMap<QueryClient, Map<string | undefined, CollectedChanges>>();

/**
 * What the person has collected of one connection; it outlives the page, not the window. The browser asks before the
 * window goes with something in it.
 */
export function useCollected(connection: string | undefined): CollectedChanges {
  const client = useQueryClient();
  return useMemo(() => {
    const ofClient = ofClients.get(client) ?? warnedAbout(new Map<string | undefined, CollectedChanges>());
    ofClients.set(client, ofClient);
    const known = ofClient.get(connection) ?? new CollectedChanges(mostCells);
    ofClient.set(connection, known);
    return known;
  }, [client, connection]);
}

/** The browser asks before it leaves while something is held, whatever page of the console is shown. */
function warnedAbout<T extends ReadonlyMap<unknown, CollectedChanges>>(held: T): T {
  if (typeof window !== 'undefined')
    window.addEventListener('beforeunload', (event) => {
      if ([...held.values()].some(({ size }) => size > 0)) event.preventDefault();
    });
  return held;
}

/** How many changes are collected, read anew with each. */
export function useCollectedCount(collected: CollectedChanges): number {
  return useSyncExternalStore(
    (listener) => collected.subscribe(listener),
    () => collected.size,
    () => 0,
  );
}
