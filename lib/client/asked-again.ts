import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whether a question was answered or refused before, so that it is asked again by an interval or the return of the
 * focus. Where a person asks again by a press, the press itself is told to the console as use.
 */
export function isRepeated(client: QueryClient, queryKey: QueryKey): boolean {
  const state = client.getQueryState(queryKey);
  return state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0;
}

/**
 * Has the questions of a key asked again after a change. Where a first answer is on its way, TanStack Query asks no second
 * time but waits for that, which may be from before the change: such a question is asked again as soon as it is answered.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isUnanswered = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  const late = client.getQueryCache().findAll({ queryKey, predicate: isUnanswered });
  const askOnce = (query: Query) => {
    // Another change may have waited for the same answer and asked first: its request began after both, and is kept.
    const ask = () => client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false });
    return query.promise?.then(ask, ask);
  };
  await Promise.all([client.invalidateQueries({ queryKey }), ...late.map(askOnce)]);
}
