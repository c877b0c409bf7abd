import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TotalsLine } from '@/components/journal/lines/totals-line';
import { TotalsPanel } from '@/components/journal/lines/totals-panel';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import type { JournalGroups, JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

beforeEach(() => {
  document.documentElement.dataset.locale = 'en-GB'; // read once by a page
});

const flows = (field: string, into: string, out: string, net: string) => ({
  ...{ [`${field}.in`]: into, [`${field}.out`]: out, [`${field}.net`]: net },
});
const copy = { copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false };

it('shows in, out and net by entry type, and which lines are not counted', async () => {
  const sum = ['Amount.in', 'Amount.out', 'Amount.net', 'Quantity.in', 'Quantity.out', 'Quantity.net'];
  const answer: JournalGroups = {
    ...{ by: ['EntryType'], sum, pivot: null, across: [], more: { groups: 0, across: 0 }, complete: true },
    groups: [
      {
        ...{ key: ['Purchase'], count: 2 },
        sums: { ...flows('Amount', '12.5', '0', '12.5'), ...flows('Quantity', '3', '0', '3') },
      },
      {
        ...{ key: ['Sale'], count: 1, mixed: ['Quantity'] },
        sums: { ...flows('Amount', '0', '20', '-20'), ...flows('Quantity', '0', '4', '-4') },
      },
    ],
    total: {
      ...{ count: 1_003, mixed: ['Quantity'] },
      sums: { ...flows('Amount', '12.5', '20', '-7.5'), ...flows('Quantity', '3', '4', '-1') },
    },
    ...{ moved: 999, revalued: 14, uncounted: [{ entryType: 'Gift', lines: 1 }], ...copy },
  };
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const asked = { by: ['EntryType'], sum, pivot: null };
  data.setQueryData(journalGroupsQuery(defaultJournalQuery, asked, 'default').queryKey, answer);
  const { place } = draw(createElement(TotalsPanel, { query: defaultJournalQuery, connection: 'default' }), {
    data,
  });
  expect(place.querySelector('h2')?.textContent).toBe('All 1,003 journal lines, on all pages');
  const rows = [...place.querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect([...place.querySelectorAll('td .text-danger')].map(({ textContent }) => textContent)).toEqual([
    '-20.00',
    '-7.50',
  ]);
  expect(rows).toEqual([
    ['Entry Type', 'Lines', 'Amount in', 'Amount out', 'Amount net', 'Quantity in', 'Quantity out', 'Quantity net'],
    ['Purchase', '2', '12.50', '0.00', '12.50', '3', '0', '3'],
    ['Sale', '1', '0.00', '20.00', '-20.00', '', '', 'several units'],
    ['All', '1,003', '12.50', '20.00', '-7.50', '', '', 'several units'],
  ]); // prettier-ignore
  await expect.element(page.getByText('Not counted: 1 line of entry type “Gift”.')).toBeVisible();
  await expect.element(page.getByText('Neither in nor out: 999 transfer lines.')).toBeVisible();
  await expect.element(page.getByText(/^Quantities not counted: 14 revaluation lines/)).toBeVisible();
});

it('names the net amount with in and out, and no quantity over several units', () => {
  const answered: JournalPage = {
    ...{ rows: [], total: 3, page: 1, pageSize: 100, source: 'snapshot', mixed: ['Quantity'], ...copy },
    sums: { ...flows('Amount', '12.5', '20', '-7.5'), 'Quantity.net': '5', 'DiscountAmount.net': '1.25' },
    uncounted: [{ entryType: '', lines: 2 }],
  };
  const line = (answer: JournalPage) =>
    draw(
      createElement(TotalsLine, { page: answer, query: defaultJournalQuery, connection: 'default' }),
    ).place.innerText.replaceAll('\n', ' ');
  expect(line(answered)).toMatch(
    /Amount net -7\.50.*in 12\.50, out 20\.00.*Discount Amount net 1\.25.*Not counted: 2 lines without an entry type\./,
  );
  for (const [words, isRed] of [
    ['-7.50', true],
    ['1.25', false],
  ] as const) {
    const total = page.getByText(words, { exact: true }).first().element();
    expect(total.classList.contains('text-danger'), words).toBe(isRed);
  }
  expect(line(answered)).not.toContain('Quantity');
  expect(line({ ...answered, mixed: [] })).toContain('Quantity net 5');
  expect(line({ ...answered, mixed: [], revalued: 14 })).not.toContain('Quantity'); // the panel says why
  expect(line({ ...answered, arrived: 40 })).toBe('added up when all are read');
});
