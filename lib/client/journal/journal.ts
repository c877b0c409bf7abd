import { queryOptions } from '@tanstack/react-query';
import type { JournalFacets, JournalGroups, JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { journalFields } from '@/lib/domain/journal/fields';
import { addsUp, conditionsOnly, withoutOwnConditions } from '@/lib/domain/journal/grouping';
import { movementFields } from '@/lib/domain/journal/movement';
import { defaultJournalQuery, type JournalQuery, type LineKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { writeLine } from '@/lib/domain/journal/batch-name';
import { openingRead } from '../asked-again';
import { apiPaths, withQuery } from '../paths';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';

export type { LineKey };

/** After a failure. */
export const journalRetryMs = 5_000;

/** Makes the console refresh its copy while a page is open. */
const lookAgainMs = 60_000;

/** Interval after a failure, while the console reads a newer copy, and otherwise. */
function whileOlder({
  state,
}: {
  state: { status: string; data?: { refreshing: boolean; stale?: unknown } | undefined };
}): number {
  if (state.status === 'error' || state.data?.stale !== undefined) return journalRetryMs;
  return state.data?.refreshing === true ? 2_000 : lookAgainMs;
}

const alwaysAdded = ['Amount.net', 'Amount.in', 'Amount.out', 'Quantity.net'];
const mostAdded = 10;

/** Amounts in, out and net, and net sums of the columns, up to the limit. */
export function addedSums(columns: readonly string[]): string[] {
  const others = journalFields
    .filter((field) => addsUp(field) && columns.includes(field.name))
    .map(({ name }) => `${name}.net`);
  return [...new Set([...alwaysAdded, ...others])].slice(0, mostAdded);
}

/** A page of lines with number, sums and what selected cells are added up by. @param located reads the page of this line in place of `query.page`. */
export function journalPageQuery(query: JournalQuery, connection: string, located: LineKey | null = null) {
  // The order of fields does not matter.
  const asked = encodeJournalQuery({
    ...query,
    ...(located !== null && { page: defaultJournalQuery.page }),
    columns: query.columns.length === 0 ? [] : [...new Set([...query.columns, ...movementFields])].sort(),
  });
  const line = located === null ? undefined : writeLine(located);
  const sum = addedSums(query.columns).join(',');
  const path = withQuery(apiPaths.journal, { ...asked, line, sum, connection });
  return queryOptions({
    queryKey: ['journal', connection, path],
    queryFn: openingRead<JournalPage>(path),
    gcTime: 60_000, // a person may open hundreds of pages
    refetchInterval: whileOlder,
  });
}

/**
 * Values of a field among lines that match the other conditions; `JournalBatchName` has templates too. The console
 * may have to read all lines, so pages do not wait for it.
 */
export function journalFacetsQuery(field: string, query: JournalQuery, connection: string) {
  const others = withoutOwnConditions(query, field);
  const path = withQuery(apiPaths.journalFacets, { field, ...encodeJournalQuery(others), connection });
  return queryOptions({
    queryKey: ['journal-facets', connection, field, path],
    queryFn: openingRead<JournalFacets>(path),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection && previousQuery.queryKey[2] === field ? previous : undefined,
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.status === 'error' ? 30_000 : whileOlder(query)),
  });
}

/** Keys, sums and pivot as `GET /api/journal/groups` takes them. */
export interface GroupingNames {
  by: readonly string[];
  sum: readonly string[];
  pivot: string | null;
}

export function groupingNames({ by, sum, pivot }: GroupingNames) {
  return { by: by.join(',') || undefined, sum: sum.join(',') || undefined, pivot: pivot ?? undefined };
}

export function journalGroupsQuery(query: JournalQuery, grouping: GroupingNames, connection: string) {
  const names = groupingNames(grouping);
  const conditions = encodeJournalQuery(conditionsOnly(query));
  const path = withQuery(apiPaths.journalGroups, { ...names, ...conditions, connection });
  return queryOptions({
    queryKey: ['journal-groups', connection, JSON.stringify(names), path],
    queryFn: openingRead<JournalGroups>(path),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection && previousQuery.queryKey[2] === JSON.stringify(names)
        ? previous
        : undefined,
    refetchInterval: whileOlder,
  });
}

export function lineKeyOf(row: JournalRow): LineKey {
  return {
    template: String(row['JournalTemplateName'] ?? ''),
    batch: String(row['JournalBatchName'] ?? ''),
    lineNo: Number(row['LineNo'] ?? 0),
  };
}

export function isSameLine(a: LineKey, b: LineKey): boolean {
  return a.lineNo === b.lineNo && a.batch === b.batch && a.template === b.template;
}

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

/** Null: the line is gone, because posting removes lines. */
export function journalLineQuery(line: LineKey, connection: string) {
  const path = withQuery(apiPaths.journal, { ...encodeJournalQuery(lineAlone(line)), connection });
  return queryOptions({
    queryKey: ['journal-line', connection, path],
    queryFn: openingRead<JournalPage>(path),
    select: ({ rows }): JournalRow | null => rows[0] ?? null,
    refetchInterval: whileOlder,
  });
}

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
    queryFn: openingRead<JournalChecks>(path),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === connection ? previous : undefined,
    refetchInterval: whileOlder,
  });
}
