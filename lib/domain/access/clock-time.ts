import { dateFormat, dayOf } from '@/lib/domain/reader-formats';

/**
 * "14:03:12" in the reader's own way, with the day when it is not today's, and the year when it is not this one.
 * @param drawn when and in which zone it is read, of `useNow` and `useTimeZone`; left out where the server draws none of
 * it: now, in the browser's zone.
 */
export function clockTime(instant: string, drawn?: { now: number; timeZone: string }): string {
  const { now, timeZone } = drawn ?? { now: Date.now() };
  const date = new Date(instant);
  const [day, today] = [dayOf(date, timeZone), dayOf(now, timeZone)];
  return dateFormat({
    ...(day !== today && { day: 'numeric', month: 'short' }),
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZone,
  }).format(date);
}
