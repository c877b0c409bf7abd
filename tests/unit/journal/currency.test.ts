import { expect, it } from 'vitest';
import { formatWithCode, inCurrency, labelWithCode, leastDecimals } from '@/components/journal/value-format';
import { currencyOf, isCurrencyCode } from '@/lib/domain/currency';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import { amountInDigits } from '@/lib/domain/reader-formats';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function fieldOf(name: string): JournalField {
  const field = journalField(name);
  if (field === undefined) throw new Error(`${name} is no field.`);
  return field;
}

it.each([
  ['EUR', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['CLF', 4],
])('%s has %i decimals', (code, decimals) => {
  expect(currencyOf(code)).toEqual({ code, decimals });
  expect(isCurrencyCode(code)).toBe(true);
});

it('shows sums of amounts with the decimals and the code of the currency', () => {
  expect(amountInDigits('1240.5')).toBe('1,240.50');
  expect(plain(amountInDigits('1240', currencyOf('JPY')))).toBe('1,240 JPY');
  expect(plain(amountInDigits('1240.5', currencyOf('KWD')))).toBe('1,240.500 KWD');
});

it('shows the code beside amounts in the company’s own currency alone', () => {
  const [yen, amount] = [currencyOf('JPY'), fieldOf('Amount')];
  expect(plain(formatWithCode(amount, 1240, yen))).toBe('1,240 JPY');
  expect(formatWithCode(amount, 1240, null)).toBe('1,240.00');
  expect(labelWithCode(amount, yen)).toBe('Amount (JPY)');
  for (const name of ['Quantity', 'AmountACY', 'IndirectCost', 'ItemNo', 'LineNo']) {
    expect(formatWithCode(fieldOf(name), 5, yen)).not.toContain('JPY');
    expect(leastDecimals(inCurrency(fieldOf(name), yen))).toBe(leastDecimals(fieldOf(name)));
  }
});
