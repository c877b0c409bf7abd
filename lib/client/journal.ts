import { queryOptions } from '@tanstack/react-query';
import type { JournalFacets, JournalPage, JournalRow } from '@/lib/contract/journal';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApi } from './api';
import { isRepeated } from './repeated';
import { apiPaths, withQuery } from './paths';

/** How soon a failed page is asked for again. */
export const journalRetryMs = 5_000;

function journalPath(query: JournalQuery, connection: string | undefined, facets = false): string {
  return withQuery(apiPaths.journal, {
    ...encodeJournalQuery(query),
    connection,
    facets: facets ? 'true' : undefined,
  });
}

/**
 * One page of journal lines. The page before stays while the next of the same connection is read; after a failure it
 * asks again by itself, and sooner than usual while the console reads a newer copy.
 */
export function journalPageQuery(query: JournalQuery, connection: string | undefined) {
  const path = journalPath(query, connection);
  return queryOptions({
    queryKey: ['journal', connection ?? null, path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalPage> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === (connection ?? null) ? previous : undefined,
    refetchInterval: ({ state }) => {
      if (state.status === 'error' || state.data?.stale) return journalRetryMs;
      return state.data?.refreshing === true ? 2_000 : false;
    },
  });
}

/** Which entities and batches there are; the console may have to read all lines for it, so pages do not wait for it. */
export function journalFacetsQuery(connection: string | undefined) {
  const path = journalPath({ ...defaultJournalQuery, pageSize: 1, columns: ['LineNo'] }, connection, true);
  return queryOptions({
    queryKey: ['journal-facets', connection ?? null],
    queryFn: async ({ client, queryKey, signal }): Promise<JournalFacets | null> =>
      (await callApi<JournalPage>(path, { signal, background: isRepeated(client, queryKey) })).facets ?? null,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? 30_000 : false),
  });
}

/** What identifies a line (interface: template, batch, line number). */
export interface LineKey {
  template: string;
  batch: string;
  lineNo: number;
}

/** One line with all its fields, null when it is no longer there: posting removes lines. */
export function journalLineQuery({ template, batch, lineNo }: LineKey, connection: string | undefined) {
  const query: JournalQuery = {
    ...defaultJournalQuery,
    pageSize: 1,
    filters: [
      { field: 'JournalTemplateName', op: 'eq', value: template },
      { field: 'JournalBatchName', op: 'eq', value: batch },
      { field: 'LineNo', op: 'eq', value: lineNo },
    ],
  };
  const path = journalPath(query, connection);
  return queryOptions({
    queryKey: ['journal-line', connection ?? null, path],
    queryFn: async ({ signal }): Promise<JournalRow | null> =>
      (await callApi<JournalPage>(path, { signal })).rows[0] ?? null,
  });
}
