import type { LinesAdded } from '@/lib/contract/journal/journal';
import { isMixed, type Summed } from '@/lib/domain/journal/movement';
import { dayWords } from '@/lib/domain/day-words';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import { usualDecimals, type Currency } from '@/lib/domain/currency';
import { dateFormat, decimalInDigits, numberFormat, withCode } from '@/lib/domain/reader-formats';

type Value = string | number | boolean | null | undefined;

const plainWhole = { maximumFractionDigits: 0, useGrouping: false };
// Times of the service belong to no time zone: they are read and shown as UTC, so nothing shifts.
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' } as const;

/** Whether values of the field stand at the right of their column. */
export function isNumeric({ kind }: JournalField): boolean {
  return kind === 'integer' || kind === 'decimal';
}

/** A value as its reader writes it; empty for what is not set. */
export function formatValue(field: JournalField, value: Value): string {
  if (isUnset(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(field, value);
  const text = String(value);
  if (field.kind === 'decimal') return decimalInDigits(text, { minimumFractionDigits: leastDecimals(field) }); // a sum
  if (field.kind === 'date') return dayWords(text);
  if (field.kind === 'time') return formatTime(text);
  return text;
}

/** How a value is told apart beside its sign and word; the colour only helps the eye. */
export function toneOf(value: Value): 'negative' | 'faint' | 'usual' {
  if (typeof value === 'number' && value < 0) return 'negative';
  return value === false || value === 0 ? 'faint' : 'usual';
}

// Line and entry numbers name things: they get no thousands separators. Amounts have at least those of their currency.
function formatNumber(field: JournalField, value: number): string {
  return (field.kind === 'integer' ? numberFormat(plainWhole) : decimalFormat(field)).format(value);
}

function decimalFormat(field: JournalField): Intl.NumberFormat {
  return numberFormat({ minimumFractionDigits: leastDecimals(field), maximumFractionDigits: 5 });
}

/** How many decimals a field's values are shown with at least. */
export function leastDecimals({ decimals, group }: JournalField): number {
  return decimals ?? (group === 'Amounts' ? usualDecimals : 0);
}

/** Whether a field holds amounts in the company's own currency. */
function isInCurrency({ kind, name, label, group }: JournalField): boolean {
  const isAmount = group === 'Amounts' || group === 'Costing';
  return kind === 'decimal' && isAmount && !name.endsWith('ACY') && !label.includes('%');
}

/** A field with the decimals of the company's currency and its code in the caption, where it holds amounts in it. */
export function inCurrency(field: JournalField, currency: Currency | null): JournalField {
  if (currency === null || !isInCurrency(field)) return field;
  return { ...field, decimals: currency.decimals, label: labelWithCode(field, currency) };
}

/** A value, an amount with the code of the company's currency: "1,240 JPY". */
export function formatWithCode(field: JournalField, value: Value, currency: Currency | null): string {
  const text = formatValue(inCurrency(field, currency), value);
  return text !== '' && isInCurrency(field) ? withCode(text, currency) : text;
}

/** A field's caption with the currency of its amounts: "Amount (JPY)". */
export function labelWithCode(field: JournalField, currency: Currency | null): string {
  return currency !== null && isInCurrency(field) ? `${field.label} (${currency.code})` : field.label;
}

function formatTime(text: string): string {
  const time = Date.parse(`2000-01-01T${text}Z`);
  return Number.isNaN(time) ? text : dateFormat(clock).format(time);
}

/** A sum as its reader writes it; "several units" for a quantity over several units of measure. */
export function sumWords(
  added: Pick<LinesAdded, 'mixed'> & { sums?: LinesAdded['sums'] | undefined },
  { name, field }: Summed,
  currency: Currency | null,
): string {
  return isMixed(added, name) ? 'several units' : formatWithCode(field, added.sums?.[name], currency);
}
