import { queryOptions } from '@tanstack/react-query';
import type { JournalFacets, JournalGroups, JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { journalFields } from '@/lib/domain/journal/fields';
import { addsUp, conditionsOnly, withoutOwnConditions } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type JournalQuery, type LineKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { writeLine } from '@/lib/domain/journal/batch-name';
import { callApi } from '../api';
import { isRepeated } from '../asked-again';
import { apiPaths, withQuery } from '../paths';

export type { LineKey };

/** How soon a failed page is asked for again. */
export const journalRetryMs = 5_000;

/** How often an open page asks, so that the console reads old lines again. */
const lookAgainMs = 60_000;

/** How soon an answer is asked for again: after a failure, while the console reads a newer copy of the lines, and else. */
export function whileOlder({
  state,
}: {
  state: { status: string; data?: { refreshing: boolean; stale?: unknown } | undefined };
}): number {
  if (state.status === 'error' || state.data?.stale !== undefined) return journalRetryMs;
  return state.data?.refreshing === true ? 2_000 : lookAgainMs;
}

const alwaysAdded = ['Amount.net', 'Amount.in', 'Amount.out', 'Quantity.net'];
const mostAdded = 10;

/** The sums of a page of lines: amounts in, out and net, and net sums of its columns as far as there is room for them. */
export function addedSums(columns: readonly string[]): string[] {
  const others = journalFields
    .filter((field) => addsUp(field) && columns.includes(field.name))
    .map(({ name }) => `${name}.net`);
  return [...new Set([...alwaysAdded, ...others])].slice(0, mostAdded);
}

/**
 * One page of journal lines with their number and sums. After a failure it asks again by itself, and sooner than usual
 * while the console reads a newer copy.
 * @param located the page that holds this line is asked for, in place of `query.page`.
 */
export function journalPageQuery(query: JournalQuery, connection: string, located: LineKey | null = null) {
  // Another order of the same fields asks for nothing new.
  const asked = encodeJournalQuery({
    ...query,
    ...(located !== null && { page: defaultJournalQuery.page }),
    columns: [...query.columns].sort(),
  });
  const line = located === null ? undefined : writeLine(located);
  const sum = addedSums(query.columns).join(',');
  const path = withQuery(apiPaths.journal, { ...asked, line, sum, connection });
  return queryOptions({
    queryKey: ['journal', connection, path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalPage> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    gcTime: 60_000, // a person may look at hundreds of pages of 100,000 lines
    refetchInterval: whileOlder,
  });
}

/**
 * The values of one field among the lines that match the other conditions; `JournalBatchName` stands for template and
 * batch. The console may have to read all lines for it, so pages do not wait for it. The values before stay meanwhile.
 */
export function journalFacetsQuery(field: string, query: JournalQuery, connection: string) {
  const others = withoutOwnConditions(query, field);
  const path = withQuery(apiPaths.journalFacets, { field, ...encodeJournalQuery(others), connection });
  return queryOptions({
    queryKey: ['journal-facets', connection, field, path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalFacets> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection && previousQuery.queryKey[2] === field ? previous : undefined,
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.status === 'error' ? 30_000 : whileOlder(query)),
  });
}

/** Names of what to put lines together by, to add up, and to stand across, as `GET /api/journal/groups` takes them. */
export interface GroupingNames {
  by: readonly string[];
  sum: readonly string[];
  pivot: string | null;
}

/** The parameters that name a grouping in an address. */
export function groupingNames({ by, sum, pivot }: GroupingNames) {
  return { by: by.join(',') || undefined, sum: sum.join(',') || undefined, pivot: pivot ?? undefined };
}

/** The lines that match, put together and added up exactly. The groups before stay while the same grouping is read. */
export function journalGroupsQuery(query: JournalQuery, grouping: GroupingNames, connection: string) {
  const names = groupingNames(grouping);
  const conditions = encodeJournalQuery(conditionsOnly(query));
  const path = withQuery(apiPaths.journalGroups, { ...names, ...conditions, connection });
  return queryOptions({
    queryKey: ['journal-groups', connection, JSON.stringify(names), path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalGroups> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection && previousQuery.queryKey[2] === JSON.stringify(names)
        ? previous
        : undefined,
    refetchInterval: whileOlder,
  });
}

/** The identity of a row, which every answer carries. */
export function lineKeyOf(row: JournalRow): LineKey {
  return {
    template: String(row['JournalTemplateName'] ?? ''),
    batch: String(row['JournalBatchName'] ?? ''),
    lineNo: Number(row['LineNo'] ?? 0),
  };
}

/** Whether two keys name one line. */
export function isSameLine(a: LineKey, b: LineKey): boolean {
  return a.lineNo === b.lineNo && a.batch === b.batch && a.template === b.template;
}

/** The query that one line alone matches. */
export function lineAlone({ template, batch, lineNo }: LineKey): JournalQuery {
  return {
    ...defaultJournalQuery,
    pageSize: 1,
    filters: [
      { field: 'JournalTemplateName', op: 'eq', value: template },
      { field: 'JournalBatchName', op: 'eq', value: batch },
      { field: 'LineNo', op: 'eq', value: lineNo },
    ],
  };
}

/** One line with all its fields, null when it is no longer there: posting removes lines. */
export function journalLineQuery(line: LineKey, connection: string) {
  const path = withQuery(apiPaths.journal, { ...encodeJournalQuery(lineAlone(line)), connection });
  return queryOptions({
    queryKey: ['journal-line', connection, path],
    queryFn: ({ client, queryKey, signal }): Promise<JournalPage> =>
      callApi(path, { signal, background: isRepeated(client, queryKey) }),
    select: ({ rows }): JournalRow | null => rows[0] ?? null,
    refetchInterval: whileOlder,
  });
}
