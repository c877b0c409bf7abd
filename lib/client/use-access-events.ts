import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LoadEvent } from '@/lib/contract/events';
import { matrixStatusQuery } from './access';
import type { AccessChanges } from './access-changes';
import { subscribeEvents } from './events';
import { useEvents } from './use-events';

/** How far the console's reading is by the newest event, and when that came (`performance.now`). */
export interface ToldProgress {
  event: LoadEvent;
  at: number;
}

/** What the events of a connection say to the page that shows its matrix. */
export interface AccessEvents {
  /** Whether events arrive at the moment. */
  isLive: boolean;
  progress: ToldProgress | null;
  /** Since when (`performance.now`) this page has taken over what events tell; Infinity before. */
  heardSince: () => number;
}

/** Single cells come as events, so that the version that contains them may be asked for at leisure. */
const versionPauseMs = 5_000;

/**
 * Takes over what events tell of a connection's matrix: values of cells go into `changes`, and whatever only the
 * status says has it asked for.
 */
export function useAccessEvents(connection: string | undefined, changes: AccessChanges): AccessEvents {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  const [progress, setProgress] = useState<ToldProgress | null>(null);
  const [hearing] = useState({ since: Infinity });
  useEffect(() => {
    const ask = asker(client, connection);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: LoadEvent | null = null;
    const stops = [
      subscribeEvents('hello', (_, from) => {
        if (from === connection) ask(); // what happened before it is not sent
      }),
      subscribeEvents('access', ({ cells }, from) => {
        if (from !== connection) return;
        changes.hear(cells);
        if (cells.some(({ outside }) => outside)) ask(); // the status counts them
      }),
      subscribeEvents('load', (event, from) => {
        if (from !== connection) return;
        const isTurn = last?.loading !== event.loading || last.complete !== event.complete;
        last = event;
        setProgress({ event, at: performance.now() });
        if (isTurn) ask();
        else if (!event.loading)
          timer ??= setTimeout(() => {
            timer = undefined;
            ask();
          }, versionPauseMs);
      }),
    ];
    hearing.since = performance.now();
    return () => {
      hearing.since = Infinity;
      setProgress(null);
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, connection, changes, hearing]);
  return { isLive, progress, heardSince: () => hearing.since };
}

/** Asks for the status; once more where an answer was on its way already, for it may be older than what asks. */
function asker(client: QueryClient, connection: string | undefined): () => void {
  const which = { queryKey: matrixStatusQuery(connection).queryKey, exact: true } as const;
  let isAsking = false;
  let isDue = false;
  const ask = async (): Promise<void> => {
    isDue = isAsking || client.isFetching(which) > 0;
    if (isAsking) return;
    isAsking = true;
    await client.refetchQueries({ ...which, type: 'active' }, { cancelRefetch: false });
    isAsking = false;
    if (isDue) await ask();
  };
  return () => void ask();
}
