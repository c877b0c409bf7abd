import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { mostCells } from '@/lib/contract/changes';
import { CollectedChanges } from '@/lib/domain/access/collected-changes';

const ofClients = new WeakMap<QueryClient, Map<string | undefined, CollectedChanges>>();

/**
 * What the person has collected of one connection; it outlives the page, not the window. The browser asks before the
 * window goes with something in it.
 */
export function useCollected(connection: string | undefined): CollectedChanges {
  const client = useQueryClient();
  const collected = useMemo(() => {
    const ofClient = ofClients.get(client) ?? new Map<string | undefined, CollectedChanges>();
    ofClients.set(client, ofClient);
    const known = ofClient.get(connection) ?? new CollectedChanges(mostCells);
    ofClient.set(connection, known);
    return known;
  }, [client, connection]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (collected.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [collected]);
  return collected;
}

/** How many changes are collected, read anew with each. */
export function useCollectedCount(collected: CollectedChanges): number {
  return useSyncExternalStore(
    (listener) => collected.subscribe(listener),
    () => collected.size,
    () => 0,
  );
}
