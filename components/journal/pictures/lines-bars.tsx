import type { JournalAddress } from '@/components/journal/journal-address';
import { groupSearches } from '@/components/journal/analysis/group-address';
import { isEntityKey, keyWords } from '@/components/journal/analysis/key-words';
import type { JournalShown } from '@/components/journal/journal-parameters';
import type { Bar, BarGap } from '@/components/ui/bars';
import { NamedId } from '@/components/ui/named-id';
import type { JournalGroups, JournalRow, LinesAdded } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { Currency } from '@/lib/domain/currency';
import { entityWords, noEntityNames } from '@/lib/domain/access/names/named';
import { spansBetween } from '@/lib/domain/journal/date-part';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { amountInDigits, inDigits, numberFormat } from '@/lib/domain/reader-formats';

export type Measure = JournalShown['measure'];

export interface LinesBar {
  value: JournalRow[string];
  added: LinesAdded;
}

export function barsOf(groups: JournalGroups['groups']): LinesBar[] {
  return groups.map(({ key: [value = ''], count, sums }) => ({ value, added: { count, sums } }));
}

export const amountSum = 'Amount.net';

/** A sum as the nearest number, for drawing only. */
export function sizeOf({ count, sums }: LinesAdded, measure: Measure): number {
  return measure === 'lines' ? count : Number(sums[amountSum] ?? 0);
}

/** By absolute size; equal sizes keep their order. */
export function largestFirst(bars: readonly LinesBar[], measure: Measure): readonly LinesBar[] {
  const size = ({ added }: LinesBar) => Math.abs(sizeOf(added, measure));
  return bars.toSorted((a, b) => size(b) - size(a));
}

const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const;

/** "1,234" lines, or an amount of "12.3K". */
export function scaleText(measure: Measure): (size: number) => string {
  return (size) => numberFormat(measure === 'lines' ? undefined : compact).format(size);
}

export function addedWords({ count, sums }: LinesAdded, currency: Currency | null): string {
  return `${counted(count, 'line')}, net amount ${amountInDigits(sums[amountSum] ?? '0', currency)}`;
}

interface Chart {
  address: JournalAddress;
  by: GroupingKey;
  measure: Measure;
  currency: Currency | null;
  names?: ReadonlyMap<string, string>;
}

export function linkedBars(bars: readonly LinesBar[], chart: Chart): (Bar | BarGap)[] {
  const { by, measure, currency, address, names = noEntityNames } = chart;
  const isByDate = by.field.kind === 'date';
  const searchOf = groupSearches(address);
  return bars.flatMap(({ value, added }, at): (Bar | BarGap)[] => {
    const left = isByDate ? spansBetween(String(bars[at - 1]?.value), String(value), by.part) : 0;
    const name = isEntityKey(by) ? (names.get(String(value)) ?? '') : '';
    const bar: Bar = {
      key: String(value),
      label:
        isEntityKey(by) && value !== '' ? <NamedId name={name} id={String(value)} /> : barWords(by, value),
      words: `${barWords(by, value, name)}: ${addedWords(added, currency)}. Show only these`,
      href: searchOf([by], [value]),
      parts: [{ size: sizeOf(added, measure) }],
      figures: [inDigits(added.count), amountInDigits(added.sums[amountSum] ?? '0', currency)],
    };
    return left === 0
      ? [bar]
      : [{ key: `before ${bar.key}`, gap: `${counted(left, by.part ?? 'day')} without lines` }, bar];
  });
}

export function barWords(key: GroupingKey, value: LinesBar['value'], name = ''): string {
  if (value === '' && key.field.kind === 'date') return 'No posting date';
  return isEntityKey(key) ? entityWords(String(value), name) : keyWords(key, value);
}
