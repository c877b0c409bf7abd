import { queryOptions } from '@tanstack/react-query';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { callApi } from './api';
import { apiPaths, withQuery } from './paths';

/** How often it is asked for again: while the console still reads, and otherwise, when events have it asked sooner. */
const [whileReadingMs, everyMs] = [2_000, 60_000];

/** How much access each record type has in each entity. */
export function accessSummaryQuery(connection: string) {
  return queryOptions({
    queryKey: ['access', connection, 'summary'],
    queryFn: ({ signal }): Promise<AccessSummary> =>
      callApi(withQuery(apiPaths.accessSummary, { connection }), { signal, background: true }),
    refetchInterval: ({ state: { data } }) => (data?.complete === true ? everyMs : whileReadingMs),
  });
}
