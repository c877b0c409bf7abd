import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { callApi } from './api';

/** `queryFn` of a read that opens a part of a page: only its first time is use of the session. */
export function openingRead<T>(path: string) {
  return ({ client, queryKey, signal }: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) => {
    const known = client.getQueryState(queryKey);
    const background = known !== undefined && known.dataUpdateCount + known.errorUpdateCount > 0;
    return callApi<T>(path, { signal, background });
  };
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
