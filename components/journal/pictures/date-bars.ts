import type { LinesAdded } from '@/lib/contract/journal/journal';
import { decimalText, exactDecimal, exactSum } from '@/lib/domain/exact-decimal';
import { dayAfter, isCalendarDate } from '@/lib/domain/calendar-day';
import { daysOfSpan, spanOf } from '@/lib/domain/journal/date-part';
import type { DatePart } from '@/lib/domain/journal/grouping';
import type { Bar } from './bars';

/** Bars by a span of days; null: by day. */
export interface DateBars {
  part: DatePart | null;
  bars: readonly Bar[];
}

const coarser = [null, 'week', 'month', 'year'] as const;

/**
 * Days put together to the shortest spans of which no more than `most` lie between the first and the last line: days,
 * weeks, months, or else years. A span without lines keeps its place, so that bars side by side are neighbours in the
 * calendar; only years are more than `most` without their empty ones. Amounts are added exactly.
 * @param days bars by day in the order of the calendar; one without a date stays by itself.
 */
export function dateBars(days: readonly Bar[], most: number): DateBars {
  for (const part of coarser) {
    const bars = part === null ? days : putTogether(days, part);
    const all = withEmptySpans(bars, part, most);
    if (all !== null) return { part, bars: all };
  }
  return { part: 'year', bars: putTogether(days, 'year') };
}

/** Null: they are more than `most`. What is no day of the calendar stays where it is. */
function withEmptySpans(bars: readonly Bar[], part: DatePart | null, most: number): Bar[] | null {
  const all: Bar[] = [];
  let due = '';
  for (const bar of bars) {
    const span = String(bar.value);
    for (; due !== '' && due < span && all.length <= most; due = spanAfter(due, part))
      all.push({ value: due, added: { count: 0, sums: {} } });
    all.push(bar);
    if (all.length > most) return null;
    due = isCalendarDate(firstDayOf(span)) ? spanAfter(span, part) : '';
  }
  return all;
}

/** The first day of a span: 2026 and 2026-11 begin as 2026-01-01 and 2026-11-01. */
const firstDayOf = (span: string): string => `${span}-01-01`.slice(0, 10);

function spanAfter(span: string, part: DatePart | null): string {
  const first = firstDayOf(span);
  if (part === null) return dayAfter(first, 1);
  return spanOf(dayAfter(daysOfSpan(spanOf(first, part), part).to, 1), part);
}

function putTogether(days: readonly Bar[], part: DatePart): Bar[] {
  const spans = new Map<string, Bar>();
  for (const { value: day, added } of days) {
    const value = spanOf(String(day), part);
    const before = spans.get(value);
    spans.set(value, { value, added: before ? bothAdded(before.added, added) : added });
  }
  return [...spans.values()];
}

function bothAdded(a: LinesAdded, b: LinesAdded): LinesAdded {
  const sums = Object.entries(a.sums).map(([name, sum]) => [
    name,
    decimalText(exactSum(exactDecimal(sum), exactDecimal(b.sums[name] ?? '0'))),
  ]);
  return { count: a.count + b.count, sums: Object.fromEntries(sums) as Record<string, string> };
}
