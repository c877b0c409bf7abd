import { isBusinessCentralDay } from '@/lib/domain/calendar-day';

/** The service sends this for a date that is not set. */
const unsetDay = '0001-01-01';

const unsetTexts: ReadonlySet<string> = new Set([
  '',
  unsetDay,
  '0001-01-01T00:00:00Z',
  '00:00:00',
  '00000000-0000-0000-0000-000000000000',
]);

/**
 * Whether a value of the service means "not set" (interface section 2.3): blank text, the first day of year 1, midnight,
 * the zero GUID, or no field at all. Numbers and booleans of the service are always values.
 */
export function isUnset(value: string | number | boolean | null | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && unsetTexts.has(value.trim());
}

/** A date of the service; a date that Business Central cannot have becomes "not set". An empty text stays. */
export function dayOrUnset(date: string): string {
  return date === '' || isBusinessCentralDay(date) ? date : unsetDay;
}
