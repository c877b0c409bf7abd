import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AccessNotices } from '@/components/access/access-notices';
import type { MatrixStatus } from '@/lib/contract/access/access';

const doubt =
  'The service lists 1,010 records now, 2,019 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.';
const status: MatrixStatus = {
  version: '1',
  ledgerSeq: 1,
  complete: true,
  loading: false,
  assignments: 1,
  arrived: 1,
  records: 1,
  entities: 1,
  asOf: '2026-11-22T02:07:00.000Z',
  problem: null,
  unknown: [],
  doubt,
  outside: { count: 0, cells: [] },
};

function notices(known: MatrixStatus, onAccept: ((words: string) => Promise<void>) | null): string {
  const notice = createElement(AccessNotices, { isWhole: true, status: known, error: null, onAccept });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, notice));
}

it('says why the list is in doubt, and lets an administrator accept it', () => {
  const text = notices(status, () => Promise.resolve());
  expect(text).toContain(doubt);
  expect(text).toMatch(/<button[^>]*>Accept shorter list/);
});

it('tells an auditor who can accept it', () => {
  const text = notices(status, null);
  expect(text).toContain(doubt);
  expect(text).toContain('security administrator');
  expect(text).not.toContain('<button');
});

it('says of a list that waits for a second read what it is, not that it could not be read', () => {
  const problem = { code: 'service-unavailable', title: 'Less than before', detail: 'Why.', at: '' };
  const text = notices({ ...status, doubt: null, problem }, null);
  expect(text).toContain('Less than before');
  expect(text).toContain('Why. The matrix is shown as of');
  expect(text).not.toContain('could not be read');
});

it('says nothing of a list that is believed', () => {
  expect(notices({ ...status, doubt: null }, null)).toBe('');
});
