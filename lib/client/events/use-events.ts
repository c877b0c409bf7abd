import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { areEventsLive, joinEvents, subscribeLiveness, subscribeRefusals } from './events';
import { sessionQuery } from '../session/session';

/**
 * Has the events of a connection arrive while the part of the page that asks is there. A stream that the console
 * refuses makes the page ask who is signed in, which decides what follows.
 * @returns whether they arrive at the moment.
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
