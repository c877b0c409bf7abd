import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { journalPageQuery } from '@/lib/client/journal';
import type { JournalPage } from '@/lib/contract/journal';
import { defaultJournalQuery } from '@/lib/domain/journal/query';

const lines: JournalPage = {
  rows: [{ LineNo: 10_000 }],
  total: 1,
  page: 1,
  pageSize: 100,
  source: 'remote',
  asOf: '2026-11-15T12:00:00Z',
  refreshing: false,
};

/** What is shown after the first page of connection `a` when the page turns to `next`. */
function shownAfter(next: ReturnType<typeof journalPageQuery>): JournalPage | undefined {
  const client = new QueryClient();
  const first = journalPageQuery(defaultJournalQuery, 'a');
  client.setQueryData(first.queryKey, lines);
  const observer = new QueryObserver(client, first);
  expect(observer.getCurrentResult().data).toEqual(lines);
  observer.setOptions(next);
  return observer.getCurrentResult().data;
}

describe('the lines shown while others are read', () => {
  it('are those of the page before', () => {
    expect(shownAfter(journalPageQuery({ ...defaultJournalQuery, page: 2 }, 'a'))).toEqual(lines);
  });

  it('are never those of another connection', () => {
    expect(shownAfter(journalPageQuery(defaultJournalQuery, 'b'))).toBeUndefined();
    expect(shownAfter(journalPageQuery({ ...defaultJournalQuery, page: 2 }, undefined))).toBeUndefined();
  });
});
