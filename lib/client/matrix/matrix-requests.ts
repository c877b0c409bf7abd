import type { AccessRows as AccessRowsAnswer, MatrixStatus } from '@/lib/contract/access/access';
import { matrixMediaType } from '@/lib/contract/media-types';
import { callApi, callApiForBytes } from '@/lib/client/api';
import { takeEarlyRead } from '@/lib/client/early-reads';
import { apiPaths, withQuery, targetParameters } from '@/lib/client/paths';
import { decodeMatrix } from '@/lib/domain/access/matrix-codec';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { MatrixDocument } from './matrix-store';

/** Rows straight from the service. */
export type AccessRows = AccessRowsAnswer['value'];

/** How complete and how old the console's matrix is. @throws ApiError. */
export function readStatus(connection: string, signal: AbortSignal): Promise<MatrixStatus> {
  const path = withQuery(apiPaths.matrix, { connection });
  return callApi(path, { signal, background: true });
}

/**
 * The whole matrix.
 * @throws ApiError as `callApiForBytes`; MatrixFormatError when the bytes are not a whole document.
 */
export async function readDocument(connection: string, signal: AbortSignal): Promise<MatrixDocument> {
  const path = withQuery(apiPaths.matrix, { connection });
  const bytes = await callApiForBytes(path, {
    accept: matrixMediaType,
    signal,
    background: true,
    early: takeEarlyRead(path),
  });
  return decodeMatrix(await unpacked(bytes));
}

/** The columnar document inside the gzip file that the console answers. */
function unpacked(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Takes what the service lists now for the truth. @param doubt as the person read it. @throws ApiError; `conflict`. */
export async function acceptMatrix(connection: string, doubt: string): Promise<void> {
  await callApi(withQuery(apiPaths.acceptMatrix, { connection }), { method: 'POST', body: { doubt } });
}

/** Has the console read everything again from the service. @throws ApiError. */
export async function refreshMatrix(connection: string): Promise<void> {
  await callApi(withQuery(apiPaths.refreshAccess, { connection }), { method: 'POST' });
}

/** Asks the service for one assignment, or for all those of a record or an entity. @throws ApiError. */
export async function readTarget(connection: string, target: DetailsTarget): Promise<AccessRows> {
  const path = withQuery(apiPaths.access, { connection, ...targetParameters(target) });
  const { value } = await callApi<AccessRowsAnswer>(path, { background: true });
  return value;
}
