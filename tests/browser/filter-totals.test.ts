import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { FilterTotals } from '@/components/journal/lines/filter-totals';
import { CompanyCurrency } from '@/lib/client/connection';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { currencyOf } from '@/lib/domain/currency';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

const asOf = '2026-11-15T10:46:00.000Z';
const answer: JournalGroups = {
  ...{ by: [], sum: ['Quantity', 'Amount'], pivot: null, groups: [], across: [], complete: true },
  total: { count: 137, sums: { Quantity: '12', Amount: '1240' } },
  more: { groups: 0, across: 0 },
  ...{ asOf, refreshing: false },
};

/** The totals under a number of lines that were read at a time. */
async function totals(lines: number, readAt: string): Promise<string> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  const drawn = createElement(FilterTotals, {
    ...{ query: defaultJournalQuery, connection: 'a', fields: [], lines, asOf: readAt },
  });
  const inYen = createElement(CompanyCurrency, { value: currencyOf('JPY') }, drawn);
  const { place } = draw(inYen);
  await vi.waitFor(() => expect(place.textContent).toContain('Amount'));
  return (place.textContent ?? '').replaceAll('\u00a0', ' ');
}

it('say of which time they are where the lines above them are of another', async () => {
  expect(await totals(137, asOf)).toBe('Quantity 12Amount 1,240 JPY');
  expect(await totals(137, '2026-11-15T10:47:00.000Z')).toMatch(
    /^total of the lines read .*Amount 1,240 JPY$/,
  );
  expect(await totals(138, '2026-11-15T10:47:00.000Z')).toMatch(/^total of 137 lines read /);
});
