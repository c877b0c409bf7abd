import { isBusinessCentralDay } from '@/lib/domain/calendar-day';

/** What the service sends for a date that is not set. */
const unsetDay = '0001-01-01';

const unsetTexts: ReadonlySet<string> = new Set([
  '',
  unsetDay,
  '0001-01-01T00:00:00Z',
  '00:00:00',
  '00000000-0000-0000-0000-000000000000',
]);

/**
 * Whether a wire value means "not set" (interface section 2.3): blank text, the first day of year 1, midnight, the
 * zero GUID, or a field that did not come. The numbers and booleans of the service are always values.
 */
export function isUnset(value: string | number | boolean | null | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && unsetTexts.has(value.trim());
}

/** A date as the service sent it; one that Business Central cannot have counts as not set. Without text none came. */
export function dayOrUnset(date: string): string {
  return date === '' || isBusinessCentralDay(date) ? date : unsetDay;
}
