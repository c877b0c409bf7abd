import type { LinesAdded } from '@/lib/contract/journal/journal';
import { decimalText, exactDecimal, exactSum } from '@/lib/domain/journal/exact-decimal';
import { spanOf } from '@/lib/domain/journal/date-part';
import type { DatePart } from '@/lib/domain/journal/grouping';
import type { Bar } from './bars';

/** Bars by a span of days; null: by day. */
export interface DateBars {
  part: DatePart | null;
  bars: readonly Bar[];
}

const coarser = ['week', 'month', 'year'] as const;

/**
 * Days put together to the shortest spans of which no more than `most` have lines: days, weeks, months, or else years,
 * however many. Amounts are added exactly.
 * @param days bars by day in the order of the calendar; one without a date stays by itself.
 */
export function dateBars(days: readonly Bar[], most: number): DateBars {
  let found: DateBars = { part: null, bars: days };
  for (const part of coarser) {
    if (found.bars.length <= most) break;
    found = { part, bars: putTogether(days, part) };
  }
  return found;
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
