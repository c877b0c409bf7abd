import { timeInWords } from '@/lib/domain/reader-formats';

/**
 * `timeInWords` of an instant as the interface has it.
 * @param drawn when and in which zone it is read, of `useNow` and `useTimeZone`; left out where the server draws none of
 * it: now, in the browser's zone.
 */
export function clockTime(instant: string, drawn?: { now: number; timeZone: string }): string {
  return timeInWords(new Date(instant), drawn?.now ?? Date.now(), drawn?.timeZone);
}
