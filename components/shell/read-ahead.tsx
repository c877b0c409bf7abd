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

/** The answer of lib/server/http/page-reads.ts. */
interface ReadAheadProps {
  state: DehydratedState;
  late: readonly LateRead[];
  names?: NamesOfPage;
  children: ReactNode;
}

/** Gives a page the answers that the server read for it: those that came in time, and those that follow. */
export function ReadAhead({ state, late, names, children }: ReadAheadProps) {
  const client = useQueryClient();
  // Not while rendering, because React may discard a render. The views begin their queries in effects, which run after
  // layout effects, so they find their query under way.
  useLayoutEffect(() => {
    for (const read of late) take(client, read);
  }, [client, late]);
  // The views' effects have run. They would ask again if a failure came before them.
  useEffect(() => {
    for (const { answer } of late) taken.get(answer)?.();
  }, [late]);
  const answers = stampedHere(state);
  // The boundary updates queries of the shell only after the page is drawn, so the server's HTML would lack them. A query
  // without any answer may get one while rendering: no view shows another one.
  const unanswered = answers.queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined);
  hydrate(client, { queries: unanswered });
  return (
    <PageNames value={names}>
      <HydrationBoundary state={answers}>{children}</HydrationBoundary>
    </PageNames>
  );
}

// Each answer is used once: going back draws the earlier page with its answers, which are old by then. The function lets the
// answer reach the views.
const taken = new WeakMap<LateRead['answer'], () => void>();

function take(client: QueryClient, { queryKey, answer }: LateRead): void {
  if (taken.has(answer)) return;
  const viewsAsk = new Promise<void>((done) => taken.set(answer, done));
  if (client.getQueryData(queryKey) !== undefined) return;
  void client
    .fetchQuery({ queryKey, queryFn: () => viewsAsk.then(() => dataOf(answer)), retry: false })
    .catch((error: unknown) => {
      // The page broke off, or the browser has to check who is signed in: the views ask themselves.
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

/**
 * The same answers, dated by this browser's clock when they arrive, because the server's clock may differ. Dated once, so
 * that going back does not make them new.
 */
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
