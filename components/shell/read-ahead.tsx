'use client';

import {
  hydrate,
  HydrationBoundary,
  useQueryClient,
  type DehydratedState,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { ApiError } from '@/lib/client/api';
import { PageNames, type NamesOfPage } from '@/lib/client/page-names';
import type { Problem } from '@/lib/contract/errors';

interface LateRead {
  queryKey: readonly unknown[];
  answer: Promise<{ data: unknown } | { problem: unknown }>;
}

/** See lib/server/http/page-reads.ts. */
interface ReadAheadProps {
  state: DehydratedState;
  late: readonly LateRead[];
  names?: NamesOfPage;
  children: ReactNode;
}

/** Gives a page the answers that the server read for it, on time or streamed later. */
export function ReadAhead({ state, late, names, children }: ReadAheadProps) {
  const client = useQueryClient();
  // Not while rendering, because React may discard a render. Views start their queries in effects, which run after
  // layout effects.
  useLayoutEffect(() => {
    for (const read of late) take(client, read);
  }, [client, late]);
  // The views' queries have started: a failure now reaches them, and they do not ask again.
  useEffect(() => {
    for (const { answer } of late) taken.get(answer)?.();
  }, [late]);
  const answers = stampedHere(state);
  // The boundary updates queries of the shell after the first paint only. A query without an answer may get one while
  // rendering.
  const unanswered = answers.queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined);
  hydrate(client, { queries: unanswered });
  return (
    <PageNames value={names}>
      <HydrationBoundary state={answers}>{children}</HydrationBoundary>
    </PageNames>
  );
}

// Each answer is used once: Back draws an earlier page, whose answers are old. The function releases the answer to
// the views.
const taken = new WeakMap<LateRead['answer'], () => void>();

function take(client: QueryClient, { queryKey, answer }: LateRead): void {
  if (taken.has(answer)) return;
  const viewsAsk = new Promise<void>((done) => taken.set(answer, done));
  if (client.getQueryData(queryKey) !== undefined) return;
  void client
    .fetchQuery({ queryKey, queryFn: () => viewsAsk.then(() => dataOf(answer)), retry: false })
    .catch((error: unknown) => {
      // The page broke off, or the sign-in has to be checked: the views read by themselves.
      if (!(error instanceof ApiError) || error.problem.code === 'signed-out')
        return client.refetchQueries({ queryKey, exact: true });
    });
}

/** @throws ApiError with the console's reason; Error where it gave none. */
async function dataOf(answer: LateRead['answer']): Promise<unknown> {
  const told = await answer;
  if ('data' in told) return told.data;
  if (told.problem === undefined) throw new Error('The page could not be read.');
  throw new ApiError(told.problem as Problem); // by the contract
}

const stamped = new WeakMap<DehydratedState, DehydratedState>();

/** Dates answers by this browser's clock, once for each answer. */
function stampedHere(state: DehydratedState): DehydratedState {
  const known = stamped.get(state);
  if (known !== undefined) return known;
  const now = Date.now();
  const queries = state.queries.map((query) => ({
    ...query,
    dehydratedAt: now,
    state: { ...query.state, dataUpdatedAt: now },
  }));
  const made = { ...state, queries };
  stamped.set(state, made);
  return made;
}
