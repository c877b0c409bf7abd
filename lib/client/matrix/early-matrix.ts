import { matrixMediaType } from '@/lib/contract/media-types';
import { contractDigest } from '@/lib/contract/digest';
import { backgroundHeader, pageContractHeader, pagePersonHeader } from '@/lib/contract/request-headers';
import { connectionIn } from '@/lib/client/connection-parameter';
import { pagePerson } from '@/lib/client/session/page-person';
import { apiPaths, withQuery } from '@/lib/client/paths';

/** An answer that was asked for before the page's own code ran. */
interface EarlyAnswer {
  /** The connection that the address named then; null: the first one. */
  named: string | null;
  /** When it was asked for (milliseconds of `performance.now`). */
  askedAt: number;
  response: Promise<Response>;
}

/** One that nobody took by then belongs to another page. */
const tooOldMs = 10_000;
const storeName = 'mem-matrix-read';
let early: EarlyAnswer | null = null;

/**
 * Asks for the document that the access page will want first, while the page is still being put together; not where this
 * browser never had one, for then whoever opens the page may be somebody who must not.
 */
export function askForMatrix(): void {
  if (!wasMatrixRead()) return;
  const named = namedConnection();
  const path = withQuery(apiPaths.matrix, { connection: named ?? undefined });
  const person = pagePerson();
  const headers = {
    Accept: matrixMediaType,
    [backgroundHeader]: '1',
    [pageContractHeader]: contractDigest,
    ...(person !== null && { [pagePersonHeader]: person }),
  };
  early = {
    named,
    askedAt: performance.now(),
    response: fetch(path, { headers, cache: 'no-store', redirect: 'manual' }),
  };
  early.response.catch(() => undefined); // told to whoever takes it, if anybody does
}

/** The answer that was asked for, once, while the address still names the same connection. */
export function takeEarly(): Promise<Response> | null {
  const taken = early;
  early = null;
  const isMeant = taken?.named === namedConnection() && performance.now() - taken.askedAt < tooOldMs;
  return isMeant ? taken.response : null;
}

/** Remembers that a matrix was read in this browser. */
export function noteMatrixRead(): void {
  try {
    localStorage.setItem(storeName, '1');
  } catch {
    // A browser that keeps nothing asks when the page does, every time.
  }
}

function wasMatrixRead(): boolean {
  try {
    return localStorage.getItem(storeName) !== null;
  } catch {
    return false;
  }
}

function namedConnection(): string | null {
  return connectionIn(new URLSearchParams(window.location.search));
}
