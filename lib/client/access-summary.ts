import { queryOptions } from '@tanstack/react-query';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { backgroundRead } from './api';
import { apiPaths, withQuery } from './paths';

/** While the console reads the matrix, and later, when events trigger reads. */
const [whileReadingMs, everyMs] = [2_000, 60_000];

/** Shares of access by record type and entity. */
export function accessSummaryQuery(connection: string) {
  return queryOptions({
    queryKey: ['access', connection, 'summary'],
    queryFn: backgroundRead<AccessSummary>(withQuery(apiPaths.accessSummary, { connection })),
    refetchInterval: ({ state: { data } }) => (data?.complete === true ? everyMs : whileReadingMs),
  });
}
