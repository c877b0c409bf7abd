import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatValue } from '@/components/journal/value-format';
import { agreedLocales } from '@/lib/domain/agreed-locales';
import { journalField } from '@/lib/domain/journal/field-index';
import { numberFormat } from '@/lib/domain/reader-formats';
import { typedDay, typedNumber } from '@/lib/domain/reader-input';
import { readBy } from '@/tests/support/read-by';

const numberBy = (locale: string, typed: string) => readBy(locale, () => typedNumber(typed));
const dayBy = (locale: string, typed: string) => readBy(locale, () => typedDay(typed));

describe('a number as its reader types it', () => {
  it.each([
    ['de', '20.000', 20_000],
    ['de', '100,5', 100.5],
    ['de', '1.234.567,891', 1_234_567.891],
    ['de', '-20.000', -20_000],
    ['de', '−20.000', -20_000],
    ['de', ' 7 ', 7],
    ['de', ',5', 0.5],
    ['en', '1,000.50', 1000.5],
    ['en', '20.000', 20],
    ['en', '20,000', 20_000],
    ['en', '1000.50', 1000.5],
    ['en', '0.125', 0.125],
    ['en', '0', 0],
    ['en', '-0', 0],
    ['fr', '1 000,50', 1000.5],
    ['fr', '1\u202f000,50', 1000.5],
    ['de-CH', "20'000.50", 20_000.5],
    ['de-CH', '20’000.50', 20_000.5],
    ['en-IN', '12,34,567', 1_234_567],
    ['en-IN', '1,234,567', 1_234_567],
    ['ar-EG', '١٬٠٠٠٫٥', 1000.5],
  ])('%s: %s', (locale, typed, value) => {
    expect(numberBy(locale, typed)).toEqual({ value });
  });

  it.each([
    ['de', '1.5', '“1.5” can be read in more than one way'],
    ['de', '100.50', 'can be read in more than one way'],
    ['de', '0.125', 'can be read in more than one way'],
    ['de', '1,000.50', 'can be read in more than one way'],
    ['de', '1,5,5', 'can be read in more than one way'],
    ['en', '1,5', '“1,5” can be read in more than one way'],
    ['en', '100,50', 'Write it as 20,000.50'],
    ['en', '1.000,50', 'can be read in more than one way'],
    ['en', '1.000.000', 'can be read in more than one way'],
    ['en', '1 000', 'can be read in more than one way'],
    ['en', '10,00,000', 'can be read in more than one way'],
    ['en', 'much', '“much” is no number'],
    ['en', '1e5', '“1e5” is no number'],
    ['en', '5%', 'is no number'],
    ['en', '', 'Enter a number such as 20,000.50'],
    ['de', '', 'Enter a number such as 20.000,50'],
    ['en', '-', 'Enter a number'],
    ['en', '1.', 'can be read in more than one way'],
    ['en', '1234567890123456', '15 digits at most'],
  ])('%s: “%s” is refused', (locale, typed, words) => {
    const reading = numberBy(locale, typed);
    expect('fault' in reading && reading.fault).toContain(words);
  });

  it('is the one that was written, in every way of writing', () => {
    const locales = 'en de fr de-CH it es pl pt hi en-IN ar-EG fa sv bn'.split(' ');
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.integer({ min: 0, max: 5 }),
        (locale, whole, digits) => {
          const value = Number((whole / 10 ** digits).toFixed(digits)) + 0;
          const written = readBy(locale, () => numberFormat({ maximumFractionDigits: 5 }).format(value));
          expect(numberBy(locale, written), written).toEqual({ value });
        },
      ),
    );
  });
});

describe('a day as its reader types it', () => {
  it.each([
    ['de', '24.11.2026', '2026-11-24'],
    ['de', '4.1.2026', '2026-01-04'],
    ['en-GB', '03/04/2026', '2026-04-03'],
    ['en', '03/04/2026', '2026-03-04'],
    ['en-GB', '4 nov 2026', '2026-11-04'],
    ['de', '4. März 2026', '2026-03-04'],
    ['sv', '2026-11-24', '2026-11-24'],
    ['ja', '2026/11/24', '2026-11-24'],
    ['en', '2026-11-24', '2026-11-24'],
    ['th', '24/11/2026', '2026-11-24'],
    ['bg', '24.11.2026 г.', '2026-11-24'],
    ['bg', '24.11.2026', '2026-11-24'],
    ['bn', '২৪/১১/২০২৬', '2026-11-24'],
    ['mr', '24/11/2026', '2026-11-24'],
    ['ar-EG', '٢٤/١١/٢٠٢٦', '2026-11-24'],
    ['ar-EG', '٢٠٢٦-١١-٢٤', '2026-11-24'],
    ['fa', '۲۰۲۶/۱۱/۲۴', '2026-11-24'],
  ])('%s: %s', (locale, typed, value) => {
    expect(dayBy(locale, typed)).toEqual({ value });
  });

  it.each([
    ['en', '24/11/2026', 'Days are written as 11/24/2026 here'],
    ['de', '11/24/2026', 'Days are written as 24.11.2026 here'],
    ['de', '31.02.2026', 'is no day of the calendar'],
    ['de', '24.11.26', 'a year of four digits'],
    ['en', '2026-31-10', 'is no day of the calendar'],
    ['en', '2026-11-024', 'is no day with a year of four digits'],
    ['en', 'yesterday', 'Enter one such as 11/24/2026'],
    ['en', '11/24/2026 or so', 'is no day with a year of four digits'],
    ['th', '24/11/2569', 'has a year of another calendar. Enter the year that the lines have, such as 24/11/2026'],
    ['fa', '۱۴۰۵/۰۹/۰۳', 'such as ۲۰۲۶/۱۱/۲۴'],
  ])('%s: “%s” is refused', (locale, typed, words) => {
    const reading = dayBy(locale, typed);
    expect('fault' in reading && reading.fault).toContain(words);
  }); // prettier-ignore

  it.each([...agreedLocales])(
    '%s: is the one that the page shows, and the one it gives as an example',
    (locale) => {
      const field = journalField('PostingDate');
      if (!field) throw new Error('There is such a field.');
      for (const day of ['2026-11-24', '2024-02-29', '2026-01-02', '1999-12-31', '9999-12-31']) {
        const shown = readBy(locale, () => formatValue(field, day));
        expect(dayBy(locale, shown), shown).toEqual({ value: day });
      }
      const refused = dayBy(locale, 'yesterday');
      const [, example = ''] = /such as (.*)\.$/.exec('fault' in refused ? refused.fault : '') ?? [];
      expect(dayBy(locale, example), example).toEqual({ value: '2026-11-24' });
    },
  );
});
