import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whether a query was answered or refused before: its repetition is no use of the session. A person's press is
 * reported separately.
 */
export function isRepeated(client: QueryClient, queryKey: QueryKey): boolean {
  const state = client.getQueryState(queryKey);
  return state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0;
}

/**
 * Reads queries again after a change. Invalidation does not repeat a first read under way, which may be older than
 * the change: such a query is read again after its answer.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isUnanswered = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  const late = client.getQueryCache().findAll({ queryKey, predicate: isUnanswered });
  const askOnce = (query: Query) => {
    // Another change may have started a newer read already.
    const ask = () => client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false });
    return query.promise?.then(ask, ask);
  };
  await Promise.all([client.invalidateQueries({ queryKey }), ...late.map(askOnce)]);
}
