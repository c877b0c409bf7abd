import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeList, ChangeSet } from '@/lib/contract/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { subscribeEvents } from './events';
import { useEvents } from './use-events';

/** Many switches at once are no reason to read the lists as often. */
const listsPauseMs = 500;

/** Keeps everything the page knows of change sets up with the events of a connection. Stands once, in the shell. */
export function useChangeSets(connection: string | undefined): void {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  useEffect(() => {
    const running = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeEvents('change-set', (set, from) => {
      takeIn(client, from, set);
      // A set that is new, or has ended, may belong on other lists than it stands on.
      const isNews = hasEnded(set) || !running.has(set.id);
      if (hasEnded(set)) running.delete(set.id);
      else running.add(set.id);
      if (isNews) timer ??= setTimeout(refetchLists, listsPauseMs);
    });
    const refetchLists = () => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ['changes', 'list'] });
    };
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  useEffect(() => {
    if (isLive) void client.invalidateQueries({ queryKey: ['changes'] }); // what happened before is not sent again
  }, [client, isLive]);
}

function takeIn(client: QueryClient, connection: string | undefined, set: ChangeSet): void {
  client.setQueriesData<ChangeSet>({ queryKey: ['changes', 'set', set.id] }, (known) => known && set);
  client.setQueriesData<ChangeList>(
    { queryKey: ['changes', 'list', connection ?? null] },
    (known) => known && { ...known, value: known.value.map((one) => (one.id === set.id ? set : one)) },
  );
}
