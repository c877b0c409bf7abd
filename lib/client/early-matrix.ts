import { matrixMediaType } from '@/lib/contract/access';
import { backgroundHeader } from '@/lib/contract/session';
import { connectionParameter } from './connection';
import { typesLookedAt, wasLookedAt } from './looked-types';
import { apiPaths, withQuery } from './paths';

/** An answer that was asked for before the page's own code ran. */
interface EarlyAnswer {
  path: string;
  /** When it was asked for (milliseconds of `performance.now`). */
  requestedAt: number;
  response: Promise<Response>;
}

/** One that nobody took by then belongs to another page. */
const tooOldMs = 10_000;
let early: EarlyAnswer | null = null;

/** Where the matrix document is asked for; `type`: of these record types only. */
export function matrixPath(connection: string | undefined, type: readonly string[] = []): string {
  return withQuery(apiPaths.matrix, { connection, type });
}

/**
 * Asks for the document that the access page will want first, while the page is still being put together; not where this
 * browser never had it, for then whoever opens the page may be somebody who must not.
 */
export function askForMatrix(search: URLSearchParams): void {
  const connection = search.get(connectionParameter) ?? undefined;
  if (!wasLookedAt(connection)) return;
  const path = matrixPath(connection, typesLookedAt(connection, search.getAll('type')));
  const headers = { Accept: matrixMediaType, [backgroundHeader]: '1' };
  early = { path, requestedAt: performance.now(), response: fetch(path, { headers, cache: 'no-store' }) };
  early.response.catch(() => undefined); // told to whoever takes it, if anybody does
}

/** The answer that was asked for there, once. */
export function takeEarly(path: string): EarlyAnswer | null {
  const taken = early;
  early = null;
  return taken?.path === path && performance.now() - taken.requestedAt < tooOldMs ? taken : null;
}
