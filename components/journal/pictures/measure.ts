import type { JournalShown } from '@/components/journal/journal-parameters';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import type { Currency } from '@/lib/domain/currency';
import { amountInDigits, numberFormat } from '@/lib/domain/reader-formats';

/** What a picture of lines tells: how many they are, or what their amounts come to. */
export type Measure = JournalShown['measure'];

/** How much of it there is; a sum as the nearest number, to draw by. */
export function sizeOf(added: LinesAdded | null, measure: Measure): number {
  if (added === null) return 0;
  return measure === 'lines' ? added.count : Number(added.sums['Amount'] ?? 0);
}

const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const;

/** A size where there is little room: "1,234" lines, an amount of "12.3K". */
export function shortSize(size: number, measure: Measure): string {
  return numberFormat(measure === 'lines' ? undefined : compact).format(size);
}

/** Amounts from this on are too long for a column of whole ones. */
const fromShort = 10_000_000;
const whole = { maximumFractionDigits: 0 } as const;
const oneDecimal = { notation: 'compact', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** How sizes below each other are written, all with as many decimals. */
export function evenSize(sizes: readonly number[], measure: Measure): (size: number) => string {
  const isShort = measure === 'amount' && sizes.some((size) => Math.abs(size) >= fromShort);
  const format = numberFormat(isShort ? oneDecimal : whole);
  return (size) => format.format(size).replace(/^-(0)$/, '$1');
}

/** The amount exactly, as its reader writes it. */
export function amountOf({ sums }: LinesAdded, currency: Currency | null): string {
  return amountInDigits(sums['Amount'] ?? '0', currency);
}

/** "12 lines, amount 1,234.50 EUR", exactly */
export function addedWords(added: LinesAdded, currency: Currency | null): string {
  return `${counted(added.count, 'line')}, amount ${amountOf(added, currency)}`;
}
