import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { JournalAddress } from '@/components/journal/journal-address';
import { MonthEndSummary } from '@/components/journal/month-end/month-end-summary';
import { journalChecksQuery } from '@/lib/client/journal/journal-checks';
import type { JournalChecks } from '@/lib/contract/journal/journal-checks';
import { defaultJournalQuery } from '@/lib/domain/journal/query';

const day = '2026-11-15';

function summary(lines: number | null): string {
  const check = { title: 'Must not be posted as they are', meaning: '', advice: '', filter: {} };
  const checks: JournalChecks = {
    checks: [
      { ...check, id: 'item-access', lines: null },
      { ...check, id: 'location-access', lines: null },
    ],
    any: { ...check, id: 'any', lines },
    ...{
      doubt: 'Why.',
      lines: 608,
      today: day,
      copy: 'a-1',
      asOf: '2026-11-15T10:00:00Z',
      refreshing: false,
    },
  };
  const client = new QueryClient();
  client.setQueryData(journalChecksQuery(defaultJournalQuery, day, 'default').queryKey, checks);
  const address = { query: defaultJournalQuery, day, showCheck: () => undefined };
  const drawn = createElement(MonthEndSummary, {
    address: address as unknown as JournalAddress, // all that it reads of it
    connection: 'default',
    isReady: true,
  });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, drawn)).replaceAll(
    /<[^>]*>/g,
    '',
  );
}

it('says beside the lines that must not be posted how many checks are not known', () => {
  expect(summary(108)).toBe('108 of 608 lines must not be posted as they are, 2 checks not known');
  expect(summary(null)).toBe('2 checks not known');
});
