import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { FilterTotals } from '@/components/journal/lines/filter-totals';
import { CompanyCurrency } from '@/lib/client/connection';
import { currencyOf } from '@/lib/domain/currency';
import { draw } from './draw';

/** What is said below lines that come to so much. */
async function totals(sums: Record<string, string> | undefined): Promise<string> {
  const drawn = createElement(FilterTotals, { sums, fields: [] });
  const inYen = createElement(CompanyCurrency, { value: currencyOf('JPY') }, drawn);
  const { place } = draw(inYen);
  await vi.waitFor(() => expect(place.textContent).not.toBe(''));
  return (place.textContent ?? '').replaceAll('\u00a0', ' ');
}

it('say what the lines come to, and no figure before all lines are read', async () => {
  expect(await totals({ Quantity: '12', Amount: '1240' })).toBe('Quantity 12Amount 1,240 JPY');
  expect(await totals(undefined)).not.toMatch(/\d/);
});
