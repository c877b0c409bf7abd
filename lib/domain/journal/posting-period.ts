import { dayAfter, mondayOf } from '@/lib/domain/calendar-day';

/** Periods that move with the day, by their names in an address, with their words. */
export const postingPeriods = {
  today: 'today',
  'this-week': 'this week',
  'last-week': 'last week',
  'this-month': 'this month',
  'last-month': 'last month',
  'next-month': 'next month',
  'this-year': 'this year',
  'last-year': 'last year',
  'before-this-year': 'before this year',
  'older-than-30-days': 'older than 30 days',
} as const;

/** The first day that a posting date can be; the service writes a day of the year 1 where none is set. */
export const firstPostingDay = '1753-01-01';

export type PostingPeriod = keyof typeof postingPeriods;

/** First and last day, `YYYY-MM-DD`. */
export interface PeriodDays {
  from: string;
  to: string;
}

/**
 * The days that a period means. Weeks begin on Monday (ISO 8601), as in groups, month end and Changes.
 * @param today the reader's day, `YYYY-MM-DD`.
 */
export function periodDays(period: PostingPeriod, today: string): PeriodDays {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'this-week':
      return weekOf(today);
    case 'last-week':
      return weekOf(dayAfter(today, -7));
    case 'this-month':
      return monthDays(year, month);
    case 'last-month':
      return monthDays(year, month - 1);
    case 'next-month':
      return monthDays(year, month + 1);
    case 'this-year':
      return { from: written(year, 1, 1), to: written(year, 12, 31) };
    case 'last-year':
      return { from: written(year - 1, 1, 1), to: written(year - 1, 12, 31) };
    case 'before-this-year':
      return { from: firstPostingDay, to: written(year - 1, 12, 31) };
    case 'older-than-30-days':
      return { from: firstPostingDay, to: dayAfter(today, -31) };
  }
}

/** First and last day of a month. @param month from 1; 0 and 13 are months of the years beside. */
export function monthDays(year: number, month: number): PeriodDays {
  return { from: written(year, month, 1), to: written(year, month + 1, 0) };
}

function weekOf(day: string): PeriodDays {
  const from = mondayOf(day);
  return { from, to: dayAfter(from, 6) };
}

/** A day as `YYYY-MM-DD`; a month or day beyond the end counts on. */
function written(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // Date.UTC reads the year 26 as 1926
  return date.toISOString().slice(0, 10);
}
