import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { areEventsLive, joinEvents, subscribeLiveness, subscribeRefusals } from './events';
import { sessionQuery } from '../session/session';

/**
 * Joins a connection's events. A refused stream makes the page check who is signed in.
 * @returns whether events arrive.
 */
export function useEvents(connection: string): boolean {
  const client = useQueryClient();
  useEffect(() => joinEvents(connection), [connection]);
  useEffect(
    () => subscribeRefusals(() => void client.invalidateQueries({ queryKey: sessionQuery().queryKey })),
    [client],
  );
  return useSyncExternalStore(
    subscribeLiveness,
    () => areEventsLive(connection),
    () => false,
  );
}
