import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeList, ChangeSet } from '@/lib/contract/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { subscribeEvents } from './events';
import { useEvents } from './use-events';

/** Keeps everything the page knows of change sets up with the events of a connection. Stands once, in the shell. */
export function useChangeSets(connection: string | undefined): void {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  useEffect(() => {
    const seen = new Map<string, ChangeSet['state']>();
    return subscribeEvents('change-set', (set, from) => {
      takeIn(client, from, set);
      // A set that is new, or has ended, may belong on other lists than it stands on.
      if (hasEnded(set) !== wasEnded(seen.get(set.id))) void refetchLists(client);
      seen.set(set.id, set.state);
    });
  }, [client]);
  useEffect(() => {
    if (isLive) void client.invalidateQueries({ queryKey: ['changes'] }); // what happened before is not sent again
  }, [client, isLive]);
}

function wasEnded(state: ChangeSet['state'] | undefined): boolean | undefined {
  return state === undefined ? undefined : hasEnded({ state });
}

function takeIn(client: QueryClient, connection: string | undefined, set: ChangeSet): void {
  client.setQueriesData<ChangeSet>({ queryKey: ['changes', 'set', set.id] }, (known) => known && set);
  client.setQueriesData<ChangeList>(
    { queryKey: ['changes', 'list', connection ?? null] },
    (known) => known && { ...known, value: known.value.map((one) => (one.id === set.id ? set : one)) },
  );
}

function refetchLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['changes', 'list'] });
}
