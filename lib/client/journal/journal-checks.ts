import { queryOptions } from '@tanstack/react-query';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApi } from '../api';
import { whileOlder } from './journal';
import { apiPaths, withQuery } from '../paths';
import { isRepeated } from '../asked-again';

/**
 * Lines found by each check among those that match the other conditions. The console may have to read all lines, so
 * pages do not wait for it.
 * @param today the reader's day, `YYYY-MM-DD`.
 */
export function journalChecksQuery(query: JournalQuery, today: string, connection: string) {
  const conditions = encodeJournalQuery({ ...conditionsOnly(query), check: null, today });
  const path = withQuery(apiPaths.journalChecks, { ...conditions, connection });
  return queryOptions({
    queryKey: ['journal-checks', connection, path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalChecks> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection ? previous : undefined,
    refetchInterval: whileOlder,
  });
}
