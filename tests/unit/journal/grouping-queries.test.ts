import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { journalFacetsQuery, journalGroupsQuery, journalPageQuery } from '@/lib/client/journal/journal';
import { withValues } from '@/lib/domain/journal/conditions-list';
import { journalRequestSchema } from '@/lib/domain/journal/request-schema';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { facetsRequestSchema, groupsRequestSchema } from '@/lib/domain/journal/grouping-request';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';

const shown: JournalQuery = {
  ...defaultJournalQuery,
  page: 3,
  pageSize: 100,
  sort: [{ field: 'PostingDate', descending: true }],
  columns: ['ItemNo', 'Quantity'],
  filters: [
    { field: 'BssiEntityID', op: 'in', values: ['', '100'] },
    { field: 'LocationCode', op: 'matches', value: 'EAST' },
    { field: 'EntryType', op: 'eq', value: 'Sale' },
  ],
};

/** The parameters of the address that a query asks, as a route reads them. */
function parametersOf(queryKey: readonly unknown[]): Record<string, string | string[]> {
  const search = new URL(String(queryKey.at(-1)), 'http://console').searchParams;
  search.delete('connection');
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
}

const single = (parameters: Record<string, string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, [first = '', ...more]]) => [
      name,
      more.length ? [first, ...more] : first,
    ]),
  );

describe('what the page asks', () => {
  it('of groups is what it shows, whatever page, order and columns', () => {
    const { queryKey } = journalGroupsQuery(
      shown,
      { by: ['BssiEntityID', 'PostingDate.week'], sum: ['Amount'], pivot: 'EntryType' },
      'a',
    );
    const { query, grouping } = groupsRequestSchema.parse(single(parametersOf(queryKey)));
    expect(query).toEqual({ ...shown, page: 1, pageSize: 50, sort: [], columns: [] });
    expect(grouping).toMatchObject({ sum: ['Amount'], pivot: { name: 'EntryType' } });
    expect(grouping.by.map(({ name }) => name)).toEqual(['BssiEntityID', 'PostingDate.week']);
  });

  it('of a page asks for amounts in, out and net, and net sums of its columns in whatever order', () => {
    const columns = ['DocumentNo', 'UnitCost', 'QuantityBase', 'Amount'];
    const { queryKey } = journalPageQuery({ ...shown, columns }, 'a');
    expect(journalPageQuery({ ...shown, columns: columns.toReversed() }, 'a').queryKey).toEqual(queryKey);
    const { sum } = journalRequestSchema.parse(single(parametersOf(queryKey)));
    expect(sum).toEqual(['Amount.net', 'Amount.in', 'Amount.out', 'Quantity.net', 'QuantityBase.net']);
  });

  it('of the values of a field stays the same while values are ticked and pages turned', () => {
    const { queryKey } = journalFacetsQuery('BssiEntityID', shown, 'a');
    const ticked = { ...shown, ...withValues(shown, 'BssiEntityID', ['200']), page: 1 };
    expect(journalFacetsQuery('BssiEntityID', ticked, 'a').queryKey).toEqual(queryKey);
    const { query } = facetsRequestSchema.parse(single(parametersOf(queryKey)));
    expect(query.filters).toEqual(shown.filters.slice(1));
  });
});

describe('the values offered while others are read', () => {
  const values: JournalFacets = {
    field: 'BssiEntityID',
    values: [{ value: '100', lines: 3 }],
    more: 0,
    copy: 'a-1',
    asOf: '2026-11-15T12:00:00Z',
    refreshing: false,
  };

  it('are those before of the same field and connection, never others', () => {
    const client = new QueryClient();
    const first = journalFacetsQuery('BssiEntityID', defaultJournalQuery, 'a');
    client.setQueryData(first.queryKey, values);
    const shownAfter = (next: ReturnType<typeof journalFacetsQuery>): JournalFacets | undefined => {
      const observer = new QueryObserver(client, first);
      expect(observer.getCurrentResult().data).toEqual(values);
      observer.setOptions(next);
      return observer.getCurrentResult().data;
    };
    expect(shownAfter(journalFacetsQuery('BssiEntityID', shown, 'a'))).toEqual(values);
    expect(shownAfter(journalFacetsQuery('ItemNo', shown, 'a'))).toBeUndefined();
    expect(shownAfter(journalFacetsQuery('BssiEntityID', shown, 'b'))).toBeUndefined();
  });
});
