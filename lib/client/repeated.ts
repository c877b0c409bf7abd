import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whether a question was answered or refused before, so that it is asked again by an interval or the return of the
 * focus. Where a person asks again by a press, the press itself is told to the console as use.
 */
export function isRepeated(client: QueryClient, queryKey: QueryKey): boolean {
  const state = client.getQueryState(queryKey);
  return state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0;
}
