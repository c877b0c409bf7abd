import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  accessOutcomeSchema,
  accessRowsSchema,
  matrixMediaType,
  matrixStatusSchema,
  refreshSchema,
  type AccessChange,
  type AccessOutcome,
  type Cell,
  type MatrixStatus,
} from '@/lib/contract/access';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { decodeMatrix } from '@/lib/domain/access/matrix-codec';
import type { MatrixPlace } from '@/lib/domain/access/place-text';
import { callApi, callApiForBytes } from './api';
import { placeParameters } from './asked-place';
import { areEventsLive } from './events';
import { matrixPath, takeEarly } from './early-matrix';
import { typesLookedAt } from './looked-types';
import { apiPaths, withQuery } from './paths';

/** Rows straight from the service. */
export type AccessRows = z.infer<typeof accessRowsSchema>['value'];

/** A status and when it was asked for (milliseconds of `performance.now`). */
export interface TimedStatus {
  status: MatrixStatus;
  requestedAt: number;
}

/** A decoded document: the matrix, the status it was written with, and when it was asked for. */
export interface LoadedMatrix extends TimedStatus {
  matrix: AccessMatrix;
  /** It has the record types looked at only; the whole is on its way. */
  isPart: boolean;
}

/** How soon a failed status, or a failed document, is asked for again. */
export const accessRetryMs = 3_000;

/**
 * Milliseconds until the status is asked again, by what it said last; null when the last attempt failed. While events
 * arrive they tell of progress; but a read that failed is tried again by asking.
 */
function statusInterval(status: MatrixStatus | null, isLive: boolean): number {
  if (status === null) return accessRetryMs;
  if (isLive) return status.problem === null ? 30_000 : accessRetryMs;
  if (status.loading) return 1_000;
  if (status.unknown.length > 0) return 2_000;
  return status.problem === null ? 15_000 : 3_000;
}

/** How complete and how old the console's matrix is; asked again by itself. */
export function matrixStatusQuery(connection: string | undefined) {
  return queryOptions({
    queryKey: ['access', connection ?? null, 'status'],
    queryFn: async ({ signal }): Promise<TimedStatus> => {
      const requestedAt = performance.now();
      const path = matrixPath(connection);
      const status = await callApi(path, matrixStatusSchema, { signal, background: true });
      return { status, requestedAt };
    },
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      statusInterval(
        state.status === 'error' ? null : (state.data?.status ?? null),
        areEventsLive(connection),
      ),
  });
}

/**
 * The whole matrix. It is fetched anew by `useAccessMatrix` when the console has another version. Where it was large the
 * last time, the record types looked at come first, as a document that is not complete.
 * @param types record types the page shows; none: all.
 * @throws ApiError as `callApiForBytes`; MatrixFormatError when the bytes are not a whole document.
 */
export function matrixDocumentQuery(connection: string | undefined, types: readonly string[] = []) {
  return queryOptions({
    queryKey: ['access', connection ?? null, 'matrix'],
    queryFn: async ({ client, queryKey, signal }): Promise<LoadedMatrix> => {
      const first = client.getQueryData(queryKey) === undefined ? typesLookedAt(connection, types) : [];
      if (first.length > 0) {
        // Where a part cannot be had, the whole says why.
        const part = await readDocument(connection, first, signal).catch(() => null);
        signal.throwIfAborted();
        if (part !== null && part.matrix.recordCount > 0) client.setQueryData(queryKey, part);
      }
      return readDocument(connection, [], signal);
    },
    retry: false,
    staleTime: Infinity,
    // Comparing a matrix deeply with its predecessor would cost more than loading it.
    structuralSharing: false,
  });
}

async function readDocument(
  connection: string | undefined,
  type: readonly string[],
  signal: AbortSignal,
): Promise<LoadedMatrix> {
  const path = matrixPath(connection, type);
  const early = takeEarly(path);
  const requestedAt = early?.requestedAt ?? performance.now();
  const bytes = await callApiForBytes(path, {
    accept: matrixMediaType,
    signal,
    background: true,
    early: early?.response,
  });
  return { ...decodeMatrix(await unpacked(bytes)), requestedAt, isPart: type.length > 0 };
}

/** The columnar document inside the gzip file that the console answers. */
function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Has the console read everything again from the service. @throws ApiError. */
export async function refreshMatrix(connection: string | undefined): Promise<void> {
  await callApi(withQuery(apiPaths.refreshAccess, { connection }), refreshSchema, { method: 'POST' });
}

/** Sends one change. @throws ApiError; `mayHaveArrived` says whether it is in doubt. */
export function postChange(connection: string | undefined, change: AccessChange): Promise<AccessOutcome> {
  const path = withQuery(apiPaths.access, { connection });
  return callApi(path, accessOutcomeSchema, { method: 'POST', body: change });
}

/** Asks the service, in the background, for one cell; null when it has no such combination. @throws ApiError. */
export async function readCell(connection: string | undefined, cell: Cell): Promise<boolean | null> {
  const [row] = await readPlace(connection, cell);
  return row?.accessible ?? null;
}

/** Asks the service for one combination, or for all those of a record or an entity. @throws ApiError. */
export async function readPlace(connection: string | undefined, place: MatrixPlace): Promise<AccessRows> {
  const path = withQuery(apiPaths.access, { connection, ...placeParameters(place) });
  const { value } = await callApi(path, accessRowsSchema, { background: true });
  return value;
}
