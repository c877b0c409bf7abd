import type { LinesAdded } from '@/lib/contract/journal/journal';
import { isMixed, type Summed } from '@/lib/domain/journal/movement';
import { dayWords } from '@/lib/domain/day-words';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import { usualDecimals, type Currency } from '@/lib/domain/currency';
import { dateFormat, decimalInDigits, numberFormat, withCode } from '@/lib/domain/reader-formats';

type Value = string | number | boolean | null | undefined;

const plainWhole = { maximumFractionDigits: 0, useGrouping: false };
// Times have no time zone: the page treats them as UTC, so that none shifts.
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' } as const;

export function isNumeric({ kind }: JournalField): boolean {
  return kind === 'integer' || kind === 'decimal';
}

/** A value in the reader's format; '' where it is not set. */
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

export function toneOf({ kind }: JournalField, value: Value): 'negative' | 'faint' | 'usual' {
  const size = kind === 'decimal' && typeof value === 'string' ? Number(value) : value; // a long sum
  if (typeof size === 'number' && size < 0) return 'negative';
  return size === false || size === 0 ? 'faint' : 'usual';
}

// Line and entry numbers have no thousands separators.
function formatNumber(field: JournalField, value: number): string {
  if (field.kind === 'integer') return numberFormat(plainWhole).format(value);
  return numberFormat({ minimumFractionDigits: leastDecimals(field), maximumFractionDigits: 5 }).format(
    value,
  );
}

export function leastDecimals({ decimals, group }: JournalField): number {
  return decimals ?? (group === 'Amounts' ? usualDecimals : 0);
}

/** Whether a field holds amounts in the company's currency. */
function isInCurrency({ kind, name, label, group }: JournalField): boolean {
  const isAmount = group === 'Amounts' || group === 'Costing';
  return kind === 'decimal' && isAmount && !name.endsWith('ACY') && !label.includes('%');
}

/** The field with the currency's decimals and code, where it holds amounts. */
export function inCurrency(field: JournalField, currency: Currency | null): JournalField {
  if (currency === null || !isInCurrency(field)) return field;
  return { ...field, decimals: currency.decimals, label: labelWithCode(field, currency) };
}

/** "1,240 JPY". */
export function formatWithCode(field: JournalField, value: Value, currency: Currency | null): string {
  const text = formatValue(inCurrency(field, currency), value);
  return text !== '' && isInCurrency(field) ? withCode(text, currency) : text;
}

/** "Amount (JPY)". */
export function labelWithCode(field: JournalField, currency: Currency | null): string {
  return currency !== null && isInCurrency(field) ? `${field.label} (${currency.code})` : field.label;
}

function formatTime(text: string): string {
  const time = Date.parse(`2000-01-01T${text}Z`);
  return Number.isNaN(time) ? text : dateFormat(clock).format(time);
}

/** The class of a sum's words: negative ones are red, as in cells. */
export function sumClass(sum: number | string | null | undefined): string {
  return Number(sum) < 0 ? 'text-danger' : 'text-text';
}

export const severalUnits = 'several units';

/** "several units" for a quantity in different units of measure. */
export function sumWords(
  added: Pick<LinesAdded, 'mixed'> & { sums?: LinesAdded['sums'] | undefined },
  { name, field }: Summed,
  currency: Currency | null,
): string {
  return isMixed(added, name) ? severalUnits : formatWithCode(field, added.sums?.[name], currency);
}
