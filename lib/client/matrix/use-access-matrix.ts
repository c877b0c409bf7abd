import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { askAgain } from '@/lib/client/asked-again';
import { areEventsLive, subscribeEvents } from '@/lib/client/events/events';
import { useEvents } from '@/lib/client/events/use-events';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { acceptMatrix, readDocument, readStatus, refreshMatrix } from './matrix-requests';
import type { MatrixDocument, MatrixStore } from './matrix-store';
import { useStored } from './use-matrix-store';

/** Milliseconds until a failed request for the status or the document is repeated. */
const retryMs = 3_000;
/** Milliseconds between documents at least: while the matrix is still arriving, and where replicas answer in turns. */
const documentPauseMs = 2_000;
/** The same while events have brought every cell that differs. */
const keptUpPauseMs = 30_000;

/** The matrix on the screen, what is known about it, and why reading it failed, if it did. */
export interface AccessMatrixState {
  /** Null until the first document. */
  shown: MatrixDocument | null;
  /** The newest status of the matrix; null until the first answer. */
  status: MatrixStatus | null;
  /** Whether events keep the matrix up to date at the moment. */
  isLive: boolean;
  /** The last failure to ask the console, while it lasts. */
  error: Error | null;
  /** When that failure was (epoch ms), and how often the page repeats the request. */
  retrying: { failedAt: number; everyMs: number; isTrying: boolean };
  /** Has the console read the service at once, and asks for status and document. */
  retry: () => void;
  /** Reads everything again from the service. @throws ApiError. */
  refresh: () => Promise<void>;
  /** Accepts a list that is in doubt. @throws ApiError. */
  accept: (doubt: string) => Promise<void>;
}

/** Keeps a store's matrix up with the console: reads its status at intervals, its document when that differs. */
export function useAccessMatrix(store: MatrixStore, connection: string): AccessMatrixState {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  const polled = useQuery(statusQuery(store, connection));
  const document = useQuery(documentQuery(store, connection));
  const shown = useStored(store, (one) => one.document);
  const status = useStored(store, (one) => one.status);
  const { isFetching, failureCount, dataUpdatedAt, errorUpdatedAt, refetch } = document;
  const { refetch: refetchStatus } = polled;
  useEffect(() => {
    if (isFetching || !(store.isBehind || failureCount > 0)) return;
    const pauseMs = isLive && store.isKeptUp ? keptUpPauseMs : documentPauseMs;
    // Counted from the last answer or failure, because each new status runs this effect again.
    const [since, waitMs] = failureCount > 0 ? [errorUpdatedAt, retryMs] : [dataUpdatedAt, pauseMs];
    const left = Math.min(waitMs, Math.max(0, since + waitMs - Date.now()));
    const timer = setTimeout(() => void refetch(), left);
    return () => clearTimeout(timer);
  }, [store, isFetching, failureCount, dataUpdatedAt, errorUpdatedAt, isLive, shown, status, refetch]);

  useEffect(() => {
    const { queryKey } = statusQuery(store, connection);
    const ask = () => void askAgain(client, queryKey);
    let reading = '';
    const stops = [
      subscribeEvents('hello', (_, from) => {
        if (from === connection) ask(); // earlier events are not sent
      }),
      subscribeEvents('access', ({ cells, reviewed }, from) => {
        // The status lists the outside changes that wait for a review.
        if (from === connection && (reviewed || cells.some(({ outside }) => outside))) ask();
      }),
      subscribeEvents('load', ({ loading, complete, doubt }, from) => {
        const now = `${String(loading)} ${String(complete)} ${doubt ?? ''}`;
        if (from !== connection || now === reading) return;
        reading = now;
        ask();
      }),
      store.onAnnouncement(({ kind }) => {
        if (kind === 'problem') ask(); // a change showed that the matrix is out of date
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client, store, connection]);

  const failed = polled.error === null ? document : polled;
  return {
    shown,
    status,
    isLive,
    error: polled.error ?? document.error,
    retrying: { failedAt: failed.errorUpdatedAt, everyMs: retryMs, isTrying: failed.isFetching },
    retry: () => {
      const ask = () => {
        void refetchStatus();
        void refetch();
      };
      // Where the console refuses to read, its status says why.
      refreshMatrix(connection).then(ask, ask);
    },
    refresh: async () => {
      await refreshMatrix(connection);
      await refetchStatus();
    },
    accept: (doubt) => acceptMatrix(connection, doubt).finally(() => void refetchStatus()),
  };
}

/** Reads into the store how complete and how old the console's matrix is, at intervals. */
function statusQuery(store: MatrixStore, connection: string) {
  return queryOptions({
    queryKey: ['access', connection, 'status'],
    queryFn: async ({ signal }): Promise<MatrixStatus> => {
      const request = store.ask();
      const status = await readStatus(connection, signal);
      store.takeStatus(status, request);
      return status;
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.status === 'error' ? retryMs : statusInterval(state.data, areEventsLive(connection)),
  });
}

/** Reads the whole matrix into the store; the query's data is its version. */
export function documentQuery(store: MatrixStore, connection: string) {
  return queryOptions({
    queryKey: ['access', connection, 'matrix'],
    queryFn: async ({ client, signal }): Promise<string> => {
      const request = store.ask();
      const document = await readDocument(connection, signal);
      const { queryKey } = statusQuery(store, connection);
      if (store.show(document, request)) void askAgain(client, queryKey);
      return document.status.version;
    },
    retry: false,
    staleTime: Infinity,
  });
}

/** Milliseconds until the status is read again. Events report progress, but not the end of a failure. */
function statusInterval(status: MatrixStatus | undefined, isLive: boolean): number {
  if (status === undefined) return retryMs;
  if (isLive) return status.problem === null ? 30_000 : retryMs;
  if (status.loading) return 1_000;
  if (status[unconfirmedState].length > 0) return 2_000;
  return status.problem === null ? 15_000 : 3_000;
}
