import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { dehydrate, QueryClient, type DehydratedState, type QueryFunction } from '@tanstack/react-query';
import { headers } from 'next/headers';
import type { Labels } from '@/lib/contract/access/labels';
import type { RecordKey } from '@/lib/domain/access/names/record-text';
import { withTimeLimit } from '@/lib/server/until';
import { nameRecords } from '@/lib/server/services/access/name-records';
import { queryHeader } from './request-gate';
import { pageRead } from './page-read';
import { pageSignal } from './page-signal';
import type { Handler } from './route';

export interface PageRead {
  query: { queryKey: readonly unknown[]; queryFn?: unknown };
  handler: Handler;
  params?: Record<string, string>;
}

export interface LateRead {
  queryKey: readonly unknown[];
  /** `problem`: the console's reason, undefined without one. */
  answer: Promise<{ data: unknown } | { problem: unknown }>;
}

export interface PageReads {
  state: DehydratedState;
  late: LateRead[];
  /** Names of all entities, and of the records in the answers. */
  names?: { connection: string; labels: Labels };
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

// lib/client/api.ts reads the same global; Next bundles both files more than once.
const shared = globalThis as typeof globalThis & { memPageSend?: AsyncLocalStorage<Send> };
const sends = (shared.memPageSend ??= new AsyncLocalStorage());

const patienceMs = 150;

/** Starts the reads of a page with its session and the routes' own handlers, so that roles, input and errors agree. */
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
      const known = await withTimeLimit(told, patienceMs, null);
      if (known === null || 'problem' in known) late.push({ queryKey, answer: told });
    }),
  );
  return { state: dehydrate(client), late };
}

/** `pageReads` with the names in its answers, so that a title does not change later. */
export async function namedPageReads(connection: string, ...reads: readonly PageRead[]): Promise<PageReads> {
  const read = await pageReads(...reads);
  const records = read.state.queries.flatMap(({ state }) => [...recordsIn(state.data)]);
  const labels = await withTimeLimit(pageRead(nameRecords, records, connection), patienceMs, null);
  return labels === null ? read : { ...read, names: { connection, labels } };
}

function* recordsIn(answer: unknown): Generator<RecordKey> {
  if (typeof answer !== 'object' || answer === null) return;
  if ('recordType' in answer && 'recordId' in answer) {
    const { recordType, recordId } = answer;
    if (typeof recordType === 'string' && typeof recordId === 'string') yield { recordType, recordId };
  }
  for (const part of Object.values(answer)) yield* recordsIn(part);
}

/** Sends a request to a handler with the page's headers; it ends with the page. */
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

export function searchOf(asked: Record<string, string | string[] | undefined>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(asked))
    for (const value of [values ?? []].flat()) search.append(name, value);
  return search;
}
