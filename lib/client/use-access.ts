import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { MatrixStatus } from '@/lib/contract/access';
import {
  accessRetryMs,
  matrixDocumentQuery,
  matrixStatusQuery,
  postChange,
  readCell,
  refreshMatrix,
  type LoadedMatrix,
  type TimedStatus,
} from './access';
import { AccessChanges } from './access-changes';
import { eventsCompleteSince, subscribeEvents } from './events';
import { keepLookedAt } from './looked-types';
import { useAccessEvents, type ToldProgress } from './use-access-events';
import { followEvents } from './waiting-cells';

/** Milliseconds between documents while the matrix is still arriving. */
const arrivingPauseMs = 2_000;
/** The same while what differs is only cells of which events have told already. */
const toldPauseMs = 30_000;

/** The matrix on the screen, what is known about it, and why reading it failed, if it did. */
export interface AccessMatrixState {
  /** Null until the first document. */
  shown: LoadedMatrix | null;
  /** The newest word about the matrix; null until the first answer. */
  status: MatrixStatus | null;
  /** The last failure to ask the console, while it lasts. */
  error: Error | null;
  /** When that failure was (epoch ms), and how it is asked again. */
  retrying: { failedAt: number; everyMs: number; isTrying: boolean };
  /** Has the service read at once, however long the console meant to wait after the failure, and asks what became of it. */
  retry: () => void;
  /** Reads everything again from the service. @throws ApiError. */
  refresh: () => Promise<void>;
}

/**
 * The matrix of a connection, kept up with the console: events tell of cells and progress, its status is asked for now
 * and then, its document fetched when it differs.
 * @param types record types the page shows, which come first where the whole is large; none: all.
 */
export function useAccessMatrix(connection: string | undefined, types: readonly string[]): AccessMatrixState {
  const polled = useQuery(matrixStatusQuery(connection));
  const document = useQuery(matrixDocumentQuery(connection, types));
  const shown = document.data ?? null;
  // A part says nothing of the whole.
  const newest = [polled.data, shown?.isPart === true ? null : shown]
    .filter((one) => one !== null && one !== undefined)
    .reduce<{ status: MatrixStatus; requestedAt: number } | null>(
      (late, one) => (late === null || one.requestedAt > late.requestedAt ? one : late),
      null,
    );
  const { isFetching, failureCount, refetch } = document;
  const { refetch: refetchStatus } = polled;
  const changes = useChangeAccess(connection);
  const { isLive, progress, heardSince } = useAccessEvents(connection, changes);
  const isArriving = newest?.status.complete === false;
  const isProgressNewer = progress !== null && newest !== null && progress.at > newest.requestedAt;
  const version = isProgressNewer ? progress.event.version : newest?.status.version;
  const isBehind = newest !== null && version !== shown?.status.version;
  // The same read as on the screen, and not an event missed since it was asked for.
  const isTold =
    isLive &&
    shown?.status.complete === true &&
    shown.status.asOf === newest?.status.asOf &&
    shown.requestedAt > Math.max(eventsCompleteSince(connection), heardSince());
  useEffect(() => {
    if (isFetching || !(isBehind || failureCount > 0)) return;
    const pauseMs = isTold ? toldPauseMs : isArriving && shown !== null ? arrivingPauseMs : 0;
    const pause = failureCount > 0 ? accessRetryMs : pauseMs;
    const since = failureCount > 0 ? performance.now() : (shown?.requestedAt ?? 0);
    const timer = setTimeout(() => void refetch(), Math.max(0, since + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [isFetching, isBehind, failureCount, isArriving, isTold, shown, refetch]);

  useEffect(() => {
    if (shown === null || newest === null) return;
    changes.reconcile({
      documentRequestedAt: shown.requestedAt,
      documentVersion: shown.status.version,
      statusRequestedAt: newest.requestedAt,
      statusVersion: newest.status.version,
      unknown: newest.status.unknown,
    });
  }, [changes, shown, newest]);

  useEffect(() => {
    if (shown?.status.complete === true) keepLookedAt(connection, types, shown.matrix);
  }, [connection, types, shown]);

  const failed = polled.error === null ? document : polled;
  return {
    shown,
    status: newest && withProgress(newest, progress),
    error: polled.error ?? document.error,
    retrying: {
      failedAt: failed.errorUpdatedAt,
      everyMs: accessRetryMs,
      isTrying: failed.isFetching,
    },
    retry: () => {
      const ask = () => {
        void refetchStatus();
        void refetch();
      };
      // A console that cannot be asked to read says why when it is asked for the status.
      refreshMatrix(connection).then(ask, ask);
    },
    refresh: async () => {
      await refreshMatrix(connection);
      await refetchStatus();
    },
  };
}

/** A status with what a later event says of the reading. */
function withProgress({ status, requestedAt }: TimedStatus, told: ToldProgress | null): MatrixStatus {
  if (told === null || told.at < requestedAt) return status;
  const { loading, arrived } = told.event;
  return { ...status, loading, arrived };
}

const changesOfClient = new WeakMap<QueryClient, Map<string | undefined, AccessChanges>>();

/**
 * The one way to change access: shown at once, rolled back when it was not done, and the matrix asked again when a
 * change showed that it is out of date. One instance per connection outlives the page.
 */
export function useChangeAccess(connection: string | undefined): AccessChanges {
  const client = useQueryClient();
  const changes = useMemo(() => {
    const ofClient = changesOfClient.get(client) ?? new Map<string | undefined, AccessChanges>();
    changesOfClient.set(client, ofClient);
    const known = ofClient.get(connection);
    if (known !== undefined) return known;
    const made = new AccessChanges({
      post: (change) => postChange(connection, change),
      read: (cell) => readCell(connection, cell),
      now: () => performance.now(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    made.subscribe({
      cells: () => undefined,
      news: ({ kind }) => {
        if (kind === 'problem') void client.invalidateQueries(matrixStatusQuery(connection));
      },
    });
    ofClient.set(connection, made);
    return made;
  }, [client, connection]);

  // Not where it is made: the server renders this as well, and would keep what it subscribes for good.
  useEffect(
    () =>
      followEvents(changes.waiting, connection, {
        subscribe: subscribeEvents,
        completeSince: eventsCompleteSince,
      }),
    [changes, connection],
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (changes.inFlight > 0) event.preventDefault(); // the browser asks whether to leave
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changes]);
  return changes;
}
