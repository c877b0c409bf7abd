import { expect, it } from 'vitest';
import { daysOfSpan, spanOf } from '@/lib/domain/journal/date-part';
import { periodDays, type PostingPeriod } from '@/lib/domain/journal/posting-period';

const tuesday = '2026-11-24';

it.each<[PostingPeriod, string, string]>([
  ['today', '2026-11-24', '2026-11-24'],
  ['this-week', '2026-11-23', '2026-11-29'],
  ['last-week', '2026-11-16', '2026-11-22'],
  ['this-month', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['next-month', '2026-12-01', '2026-12-31'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['before-this-year', '1753-01-01', '2025-12-31'],
  ['older-than-30-days', '1753-01-01', '2026-10-24'],
])('%s, on a Tuesday in November, is %s to %s', (period, from, to) => {
  expect(periodDays(period, tuesday)).toEqual({ from, to });
});

it.each<[PostingPeriod, string, string, string]>([
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['next-month', '2028-01-31', '2028-02-01', '2028-02-29'],
  ['this-week', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['this-week', '2026-11-29', '2026-11-23', '2026-11-29'], // a Sunday ends its week
  ['older-than-30-days', '2026-03-01', '1753-01-01', '2026-01-29'],
])('%s on %s is %s to %s', (period, today, from, to) => {
  expect(periodDays(period, today)).toEqual({ from, to });
});

it('has the weeks of groups', () => {
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-29', '2027-01-01'])
    expect(periodDays('this-week', day)).toEqual(daysOfSpan(spanOf(day, 'week'), 'week'));
});
