import type { LinesAdded } from '@/lib/contract/journal/journal';
import { decimalText, exactDecimal, exactSum } from '@/lib/domain/exact-decimal';
import { spanOf, spansBetween } from '@/lib/domain/journal/date-part';
import type { DatePart } from '@/lib/domain/journal/grouping';
import type { LinesBar } from './lines-bars';

/** Null: by day. */
interface DateBars {
  part: DatePart | null;
  bars: readonly LinesBar[];
}

const coarser = [null, 'week', 'month', 'year'] as const;

/**
 * Combines days into the shortest spans that need at most `most` bars and gaps; amounts are added exactly.
 * @param days in calendar order; lines without a date stay separate.
 */
export function dateBars(days: readonly LinesBar[], most: number): DateBars {
  const all = coarser.map((part) => ({ part, bars: part === null ? days : putTogether(days, part) }));
  const short = all.find(({ part, bars }) => bars.length + gapsIn(bars, part) <= most);
  return short ?? { part: 'year', bars: putTogether(days, 'year') };
}

function gapsIn(bars: readonly LinesBar[], part: DatePart | null): number {
  return bars.filter(({ value }, at) => {
    const before = bars[at - 1]?.value;
    return before !== undefined && spansBetween(String(before), String(value), part) > 0;
  }).length;
}

function putTogether(days: readonly LinesBar[], part: DatePart): LinesBar[] {
  const spans = new Map<string, LinesBar>();
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
