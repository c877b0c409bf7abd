import { dayAfter, dayMs, isCalendarDate, mondayOf } from '@/lib/domain/calendar-day';
import type { DatePart } from './grouping';
import { firstPostingDay, monthDays, type PeriodDays } from './posting-period';

/** The span of a day: `2026`, `2026-11`, or the Monday of its week. A text that is no day stays as it is. */
export function spanOf(day: string, part: DatePart): string {
  if (!isCalendarDate(day)) return day;
  switch (part) {
    case 'year':
      return day.slice(0, 4);
    case 'month':
      return day.slice(0, 7);
    case 'week':
      return mondayOf(day);
  }
}

const lastDay = '9999-12-31';

/** First and last day of a span, between the first and the last day that a date can have. */
export function daysOfSpan(span: string, part: DatePart): PeriodDays {
  const { from, to } = wholeSpan(span, part);
  return { from: from < firstPostingDay ? firstPostingDay : from, to: to.startsWith('+') ? lastDay : to }; // "+010000-01-01" comes after
}

function wholeSpan(span: string, part: DatePart): PeriodDays {
  switch (part) {
    case 'year':
      return { from: `${span}-01-01`, to: `${span}-12-31` };
    case 'month':
      return monthDays(Number(span.slice(0, 4)), Number(span.slice(5, 7)));
    case 'week':
      return { from: span, to: dayAfter(span, 6) };
  }
}

/**
 * How many whole spans lie between two of one part: 2 between 9 and 30 Nov 2026 by week.
 * @param part null: the spans are days. 0 where one of the two is no date.
 */
export function spansBetween(before: string, after: string, part: DatePart | null): number {
  const [first, second] = [before, after].map((span) => {
    const day = `${span}-01-01`.slice(0, 10); // 2026 and 2026-11 begin as 2026-01-01 and 2026-11-01
    if (!isCalendarDate(day)) return NaN;
    const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
    if (part === 'year') return year;
    if (part === 'month') return 12 * year + month;
    return Date.parse(`${day}T00:00Z`) / (part === 'week' ? 7 * dayMs : dayMs);
  });
  const between = (second ?? NaN) - (first ?? NaN) - 1;
  return Number.isNaN(between) ? 0 : between;
}
