import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisOf,
  barWords,
  largestFirst,
  nextBar,
  placeOn,
  shortBarWords,
  steppedAxis,
  type Bar,
} from '@/components/journal/pictures/bars';
import { evenSize, type Measure } from '@/components/journal/pictures/measure';
import { dateBars } from '@/components/journal/pictures/date-bars';
import { decimalText, exactDecimal, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { dayAfter } from '@/lib/domain/calendar-day';
import { readBy } from '@/tests/support/read-by';

const bar = (value: string, count = 1, amount = '0'): Bar => ({
  value,
  added: { count, sums: { Amount: amount } },
});
const daysFrom = (first: string, days: number) =>
  Array.from({ length: days }, (_, at) => bar(dayAfter(first, at), 2, '0.1'));

describe('amounts below each other', () => {
  const written = (sizes: readonly number[]) => readBy('en', () => sizes.map(evenSize(sizes, 'amount')));

  it('have the same number of decimals, however large', () => {
    expect(written([0.4, -0.4, 923.95, -1072.5, 7_256_616.79])).toEqual([
      '0',
      '0',
      '924',
      '-1,073',
      '7,256,617',
    ]);
    expect(written([12, 923_950, 72_566_167])).toEqual(['12.0', '924.0K', '72.6M']);
  });
});

describe('bars by posting date', () => {
  it('are the shortest spans of which no more than so many lie between the first and the last line', () => {
    expect(dateBars(daysFrom('2026-11-01', 12), 12)).toMatchObject({ part: null });
    expect(dateBars(daysFrom('2026-11-01', 13), 12)).toMatchObject({ part: 'week' });
    expect(dateBars(daysFrom('2026-01-01', 200), 12)).toMatchObject({ part: 'month' });
    expect(dateBars(daysFrom('2026-01-01', 200), 40)).toMatchObject({ part: 'week' });
    expect(dateBars(daysFrom('2020-01-01', 800), 12)).toMatchObject({ part: 'year' });
  });

  it('keep the place of days, weeks and months without lines', () => {
    const spans = (values: readonly string[], most: number) =>
      dateBars(
        values.map((value) => bar(value)),
        most,
      ).bars.map(({ value, added }) => [value, added.count]);
    expect(spans(['', '2026-11-01', '2026-11-02', '2026-11-05'], 6)).toEqual([
      ['', 1],
      ['2026-11-01', 1],
      ['2026-11-02', 1],
      ['2026-11-03', 0],
      ['2026-11-04', 0],
      ['2026-11-05', 1],
    ]);
    expect(spans(['2026-12-27', '2027-01-11'], 4)).toEqual([
      ['2026-12-21', 1],
      ['2026-12-28', 0],
      ['2027-01-04', 0],
      ['2027-01-11', 1],
    ]);
    expect(spans(['2026-11-30', '2027-01-31'], 3)).toEqual([
      ['2026-11', 1],
      ['2026-12', 0],
      ['2027-01', 1],
    ]);
  });

  it('are years of lines alone where a date is far off', () => {
    const far = [bar('0026-11-03'), bar('2026-11-01'), bar('9999-12-31')];
    expect(dateBars(far, 5)).toEqual({ part: 'year', bars: [bar('0026'), bar('2026'), bar('9999')] });
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
              (sum, { added }) => exactSum(sum, exactDecimal(added.sums['Amount'] ?? '')),
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

describe('what bars are measured by', () => {
  it('has zero on it, and room for negative sizes', () => {
    expect(axisOf([3, 619])).toEqual({ from: 0, to: 619 });
    expect(axisOf([-5, 120])).toEqual({ from: -5, to: 120 });
    expect(axisOf([-5, -2])).toEqual({ from: -5, to: 0 });
    expect(axisOf([0, 0])).toEqual({ from: 0, to: 1 });
    expect(axisOf([])).toEqual({ from: 0, to: 1 });
  });

  it('has round steps, whole ones where parts mean nothing', () => {
    expect(steppedAxis([3, 619], true)).toEqual({ from: 0, to: 800, steps: [0, 200, 400, 600, 800] });
    expect(steppedAxis([-70, 120], false)).toEqual({
      from: -100,
      to: 150,
      steps: [-100, -50, 0, 50, 100, 150],
    });
    expect(steppedAxis([1], true).steps).toEqual([0, 1]);
  });

  it('keeps every size on it', () => {
    const amount = fc.integer({ min: -1e14, max: 1e14 }).map((units) => units / 1_000);
    fc.assert(
      fc.property(fc.array(amount), (sizes) => {
        for (const axis of [axisOf(sizes), steppedAxis(sizes, false)])
          for (const size of [0, ...sizes]) {
            expect(placeOn(axis, size)).toBeGreaterThanOrEqual(0);
            expect(placeOn(axis, size)).toBeLessThanOrEqual(1);
          }
      }),
    );
  });
});

describe('bars of a field', () => {
  it('stand with the largest first, whatever their sign', () => {
    const bars = [bar('100', 4, '-900'), bar('110', 9, '5'), bar('120', 4, '40')];
    const order = (measure: Measure) => largestFirst(bars, measure).map(({ value }) => value);
    expect(order('amount')).toEqual(['100', '120', '110']);
    expect(order('lines')).toEqual(['110', '100', '120']);
  });

  it('are walked by arrows, not beyond the ends', () => {
    expect(
      ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End', 'x'].map((key) =>
        nextBar(1, key, 4),
      ),
    ).toEqual([2, 2, 0, 0, 0, 3, null]);
    expect([nextBar(0, 'ArrowLeft', 4), nextBar(3, 'ArrowRight', 4)]).toEqual([0, 3]);
  });

  it('are named as their reader writes them', () => {
    const words = (name: string, value: string, locale = 'en-GB') => {
      const key = groupingKey(name);
      if (key === undefined) throw new Error(`no key ${name}`);
      return readBy(locale, () => [barWords(key, bar(value)), shortBarWords(key, bar(value))]);
    };
    expect(words('BssiEntityID', '210')).toEqual(['Entity 210', '210']);
    expect(words('BssiEntityID', '')).toEqual(['No entity', 'No entity']);
    expect(words('EntryType', '')).toEqual(['(empty)', '(empty)']);
    expect(words('PostingDate', '')).toEqual(['No posting date', 'No date']);
    expect(words('PostingDate.month', '2026-11')).toEqual(['Nov 2026', 'Nov 2026']);
    expect(words('PostingDate.week', '2026-11-09')[1]).toBe('9 Nov');
    expect(words('PostingDate.week', '2026-11-09', 'de')[1]).toBe('9. Nov.');
  });
});
