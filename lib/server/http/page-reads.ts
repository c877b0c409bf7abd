import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { dehydrate, QueryClient, type DehydratedState, type QueryFunction } from '@tanstack/react-query';
import { headers } from 'next/headers';
import type { Labels } from '@/lib/contract/access/labels';
import type { RecordKey } from '@/lib/domain/access/names/record-text';
import { orLate } from '@/lib/server/until';
import { nameRecords } from '@/lib/server/services/access/name-records';
import { queryHeader } from './entrance';
import { pageRead } from './page-read';
import { pageSignal } from './page-signal';
import type { Handler } from './route';

/** What a page asks as soon as it is there: the query of the browser, and the handler of the route that it asks. */
export interface PageRead {
  query: { queryKey: readonly unknown[]; queryFn?: unknown };
  handler: Handler;
  /** Parameters of the route's own address. */
  params?: Record<string, string>;
}

/** What an answer came to that the page did not wait for. */
export interface LateRead {
  queryKey: readonly unknown[];
  /** `problem`: the console's account of why there is none, undefined where it has none. */
  answer: Promise<{ data: unknown } | { problem: unknown }>;
}

export interface PageReads {
  /** Answers that came in time, for TanStack Query. */
  state: DehydratedState;
  late: LateRead[];
  /** What all entities of a connection are called, and the records that the answers tell of. */
  names?: { connection: string; labels: Labels };
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

// lib/client/api.ts asks here how a request leaves; Next bundles both more than once.
const shared = globalThis as typeof globalThis & { memPageSend?: AsyncLocalStorage<Send> };
const sends = (shared.memPageSend ??= new AsyncLocalStorage());

/** A page waits for its data so long; what takes longer follows when it is there. */
const patienceMs = 150;

/**
 * Begins the reads of the page that is drawn: the same query as in the browser, answered by the same handler with the
 * session of whoever asked for the page, so that roles, input and errors are the route's own.
 */
export async function pageReads(...reads: readonly PageRead[]): Promise<PageReads> {
  const asked = await headers();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const late: LateRead[] = [];
  await Promise.all(
    reads.map(async ({ query, handler, params = {} }) => {
      const { queryKey } = query;
      const queryFn = query.queryFn as QueryFunction; // of a query that is asked
      const answer = sends.run(sendTo(handler, params, asked), () =>
        client.fetchQuery({ queryKey, queryFn }),
      );
      const told = answer.then(
        (data) => ({ data }),
        (error: unknown) => ({
          problem: error instanceof Error && 'problem' in error ? error.problem : undefined,
        }),
      );
      const known = await orLate(told, patienceMs, null);
      if (known === null || 'problem' in known) late.push({ queryKey, answer: told });
    }),
  );
  return { state: dehydrate(client), late };
}

/**
 * As `pageReads`, with names for what came in time: the page is drawn with these until the browser knows all, so that no
 * title is written twice.
 */
export async function namedPageReads(connection: string, ...reads: readonly PageRead[]): Promise<PageReads> {
  const read = await pageReads(...reads);
  const records = read.state.queries.flatMap(({ state }) => [...recordsIn(state.data)]);
  const labels = await orLate(pageRead(nameRecords, records, connection), patienceMs, null);
  return labels === null ? read : { ...read, names: { connection, labels } };
}

/** Whatever in an answer has a record type and a record ID. */
function* recordsIn(answer: unknown): Generator<RecordKey> {
  if (typeof answer !== 'object' || answer === null) return;
  if ('recordType' in answer && 'recordId' in answer) {
    const { recordType, recordId } = answer;
    if (typeof recordType === 'string' && typeof recordId === 'string') yield { recordType, recordId };
  }
  for (const part of Object.values(answer)) yield* recordsIn(part);
}

/** Answers a request as if it had come in by the entrance with the page's own; given up with it. */
function sendTo(handler: Handler, params: Record<string, string>, asked: Headers): Send {
  const ofPage = pageSignal();
  return (path, init) => {
    const url = new URL(path, 'http://page.invalid');
    const own = new Headers(asked);
    for (const [name, value] of new Headers(init.headers)) own.set(name, value);
    own.set(queryHeader, url.search.slice(1));
    const signal = init.signal ? AbortSignal.any([ofPage, init.signal]) : ofPage;
    return handler(new Request(url, { ...init, headers: own, signal }), { params: Promise.resolve(params) });
  };
}

/** The search of a page's address, of what Next hands to the page. */
export function searchOf(asked: Record<string, string | string[] | undefined>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) search.append(name, value);
  return search;
}
