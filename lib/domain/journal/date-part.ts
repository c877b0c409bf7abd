import { dayAfter, isCalendarDate, mondayOf } from '@/lib/domain/calendar-day';
import type { DatePart } from './grouping';
import { firstPostingDay, monthDays, type PeriodDays } from './posting-period';

/** The span that a day lies in: `2026`, `2026-11`, or the Monday of its week; what is no day of the calendar stays. */
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

/** First and last day of such a span, as far as there are days. */
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
