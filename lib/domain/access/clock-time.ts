import { dateFormat, dayOf } from '@/lib/domain/reader-formats';

/**
 * "14:03:12" in the reader's own way, with the day when it is not today's.
 * @param drawn when and in which zone it is read, of `useNow` and `useTimeZone`; left out where the server draws none of
 * it: now, in the browser's zone.
 */
export function clockTime(instant: string, drawn?: { now: number; timeZone: string }): string {
  const { now, timeZone } = drawn ?? { now: Date.now() };
  const date = new Date(instant);
  const isToday = dayOf(date, timeZone) === dayOf(now, timeZone);
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', timeZone } as const;
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  return dateFormat(isToday ? time : { ...day, ...time }).format(date);
}
