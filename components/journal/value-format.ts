import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';

type Value = string | number | boolean | null | undefined;

const asIs = new Intl.NumberFormat(undefined, { maximumFractionDigits: 5 });
const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 5 });
const plainWhole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0, useGrouping: false });
// Dates and times of the service belong to no time zone: they are read and shown as UTC, so nothing shifts.
const day = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** Whether values of the field stand at the right of their column. */
export function isNumeric({ kind }: JournalField): boolean {
  return kind === 'integer' || kind === 'decimal';
}

/** A value as people of this browser's locale read it; empty for what is not set. */
export function formatValue(field: JournalField, value: Value): string {
  if (isUnset(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(field, value);
  const text = String(value);
  if (field.kind === 'date') return formatMoment(day, `${text}T00:00:00Z`, text);
  if (field.kind === 'time') return formatMoment(clock, `2000-01-01T${text}Z`, text);
  return text;
}

// Line and entry numbers name things: they get no thousands separators. Amounts have at least two decimals.
function formatNumber({ kind, group }: JournalField, value: number): string {
  if (kind === 'integer') return plainWhole.format(value);
  return (group === 'Amounts' ? money : asIs).format(value);
}

function formatMoment(format: Intl.DateTimeFormat, iso: string, text: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? text : format.format(time);
}
