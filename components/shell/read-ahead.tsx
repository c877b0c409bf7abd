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

/** As lib/server/http/page-reads.ts answers. */
interface ReadAheadProps {
  state: DehydratedState;
  late: readonly LateRead[];
  names?: NamesOfPage;
  children: ReactNode;
}

/** A page with what the server has read for it: answers that came in time, and those that are still on their way. */
export function ReadAhead({ state, late, names, children }: ReadAheadProps) {
  const client = useQueryClient();
  // These not while rendering: React may throw an attempt away, or draw a page that it never shows. A layout effect comes
  // before the effects in which the views begin to ask, so that they find their query under way and wait for it.
  useLayoutEffect(() => {
    for (const read of late) take(client, read);
  }, [client, late]);
  // The views' effects have run by now. A failure that came earlier would have had them ask again.
  useEffect(() => {
    for (const { answer } of late) taken.get(answer)?.();
  }, [late]);
  const answers = stampedHere(state);
  // What the shell asks too the boundary would hand on after the page is drawn: in the server's HTML never. Answers to what
  // nobody has an answer to yet may come while rendering: no view has shown another one.
  const unanswered = answers.queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined);
  hydrate(client, { queries: unanswered });
  return (
    <PageNames value={names}>
      <HydrationBoundary state={answers}>{children}</HydrationBoundary>
    </PageNames>
  );
}

// Each answer is taken once: going back shows the page of before with what it brought, which is not an answer of now.
// To each, what lets it reach the views.
const taken = new WeakMap<LateRead['answer'], () => void>();

function take(client: QueryClient, { queryKey, answer }: LateRead): void {
  if (taken.has(answer)) return;
  const viewsAsk = new Promise<void>((done) => taken.set(answer, done));
  if (client.getQueryData(queryKey) !== undefined) return;
  void client
    .fetchQuery({ queryKey, queryFn: () => viewsAsk.then(() => dataOf(answer)), retry: false })
    .catch((error: unknown) => {
      // The page broke off, or the browser has to look who is signed in: the views ask as they would have.
      if (!(error instanceof ApiError) || error.problem.code === 'signed-out')
        return client.refetchQueries({ queryKey, exact: true });
    });
}

/** @throws ApiError with the console's account of why there is no answer; Error where it has given none. */
async function dataOf(answer: LateRead['answer']): Promise<unknown> {
  const told = await answer;
  if ('data' in told) return told.data;
  if (told.problem === undefined) throw new Error('The page could not be read.');
  throw new ApiError(told.problem as Problem); // by the contract
}

const stamped = new WeakMap<DehydratedState, DehydratedState>();

/**
 * The same answers, dated by this browser's clock as they arrive: by the server's, where the two differ, they would be
 * old at once, or fresh for too long. Dated once, so that going back does not make them new.
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
