import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barWords,
  largestFirst,
  type LinesBar as Bar,
  type Measure,
} from '@/components/journal/pictures/lines-bars';
import { dateBars } from '@/components/journal/pictures/date-bars';
import { scaleOf } from '@/components/ui/bars';
import { decimalText, exactDecimal, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { spansBetween } from '@/lib/domain/journal/date-part';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { dayAfter } from '@/lib/domain/calendar-day';
import { readBy } from '@/tests/support/read-by';

const bar = (value: string, count = 1, amount = '0'): Bar => ({
  value,
  added: { count, sums: { 'Amount.net': amount } },
});
const daysFrom = (first: string, days: number) =>
  Array.from({ length: days }, (_, at) => bar(dayAfter(first, at), 2, '0.1'));

describe('bars by posting date', () => {
  it('are the shortest spans that make no more than so many bars and gaps', () => {
    expect(dateBars(daysFrom('2026-11-01', 12), 12)).toMatchObject({ part: null });
    expect(dateBars(daysFrom('2026-11-01', 13), 12)).toMatchObject({ part: 'week' });
    expect(dateBars(daysFrom('2026-01-01', 200), 12)).toMatchObject({ part: 'month' });
    expect(dateBars(daysFrom('2026-01-01', 200), 40)).toMatchObject({ part: 'week' });
    expect(dateBars(daysFrom('2020-01-01', 800), 12)).toMatchObject({ part: 'year' });
    const apart = ['', '2026-11-01', '2026-11-02', '2026-11-05'].map((value) => bar(value));
    expect(dateBars(apart, 5)).toMatchObject({ part: null }); // four bars and one gap
    expect(dateBars(apart, 4)).toMatchObject({ part: 'week' });
  });

  it('are years where nothing shorter fits', () => {
    const far = [bar('0026-11-03'), bar('2026-11-01'), bar('9999-12-31')];
    expect(dateBars(far, 4)).toEqual({ part: 'year', bars: [bar('0026'), bar('2026'), bar('9999')] });
  });

  it('have weeks from Monday, over the end of a year, and lines without a date by themselves', () => {
    const days = [
      bar('', 5, '7'),
      bar('2026-12-28', 1, '0.1'),
      bar('2027-01-03', 1, '0.2'),
      bar('2027-01-04'),
    ];
    expect(dateBars(days, 3)).toEqual({
      part: 'week',
      bars: [bar('', 5, '7'), bar('2026-12-28', 2, '0.3'), bar('2027-01-04')],
    });
  });

  it('come to as many lines and exactly the same amount as the days', () => {
    const day = fc.tuple(fc.nat(3_000), fc.integer({ min: -1_000_000, max: 1_000_000 }));
    const amounts = fc.uniqueArray(day, { minLength: 1, selector: ([at]) => at });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 40 }), (drawn, most) => {
        const days = drawn
          .sort(([a], [b]) => a - b)
          .map(([at, units]) =>
            bar(dayAfter('2020-01-01', at), 1, decimalText({ units: BigInt(units), places: 3 })),
          );
        const total = (bars: readonly Bar[]) =>
          decimalText(
            bars.reduce(
              (sum, { added }) => exactSum(sum, exactDecimal(added.sums['Amount.net'] ?? '')),
              exactZero,
            ),
          );
        const { bars } = dateBars(days, most);
        expect(total(bars)).toBe(total(days));
        expect(bars.reduce((count, { added }) => count + added.count, 0)).toBe(days.length);
        const values = bars.map(({ value }) => value);
        expect(new Set(values).size).toBe(values.length);
      }),
    );
  });
});

it('measures bars from zero, with room for negative sizes', () => {
  expect(scaleOf([3, 619])).toEqual({ from: 0, to: 619 });
  expect(scaleOf([-5, 120])).toEqual({ from: -5, to: 120 });
  expect(scaleOf([-5, -2])).toEqual({ from: -5, to: 0 });
  expect(scaleOf([0, 0])).toEqual({ from: 0, to: 1 });
  expect(scaleOf([])).toEqual({ from: 0, to: 1 });
});

describe('bars of a field', () => {
  it('stand with the largest first, whatever their sign', () => {
    const bars = [bar('100', 4, '-900'), bar('110', 9, '5'), bar('120', 4, '40')];
    const order = (measure: Measure) => largestFirst(bars, measure).map(({ value }) => value);
    expect(order('amount')).toEqual(['100', '120', '110']);
    expect(order('lines')).toEqual(['110', '100', '120']);
  });

  it('are named as their reader writes them', () => {
    const words = (name: string, value: string, locale = 'en-GB') => {
      const key = groupingKey(name);
      if (key === undefined) throw new Error(`no key ${name}`);
      return readBy(locale, () => barWords(key, value));
    };
    expect(words('BssiEntityID', '210')).toBe('Entity 210');
    expect(words('BssiEntityID', '')).toBe('No entity');
    expect(words('EntryType', '')).toBe('(empty)');
    expect(words('PostingDate', '')).toBe('No posting date');
    expect(words('PostingDate.month', '2026-11')).toBe('Nov 2026');
    expect(words('PostingDate.week', '2026-11-09')).toBe('9 – 15 Nov 2026');
  });
});

it('counts the days, weeks, months and years between two spans', () => {
  expect(spansBetween('2026-11-02', '2026-11-30', null)).toBe(27);
  expect(spansBetween('2026-11-09', '2026-11-16', 'week')).toBe(0);
  expect(spansBetween('2026-12-21', '2027-01-11', 'week')).toBe(2);
  expect(spansBetween('2026-11', '2027-02', 'month')).toBe(2);
  expect(spansBetween('0026', '2026', 'year')).toBe(1_999);
  expect(spansBetween('', '2026', 'year')).toBe(0);
});
