import { dayMs } from './calendar-day';
import { counted } from './counted';
import { dayWords } from './day-words';

/** From so many days before its end on, a secret is told of. */
export const secretWarningDays = 14;

/** Whole days that a secret still works after today, in UTC; negative: it has expired. @param day its last day, `2027-01-31`. @param now epoch ms. */
export function daysLeft(day: string, now: number): number {
  return Math.floor(Date.parse(`${day}T00:00Z`) / dayMs) - Math.floor(now / dayMs);
}

/** What is known of the end of a secret. @param now epoch ms. */
export function secretInWords(
  day: string | null,
  now: number,
): { words: string; isNear: boolean; hasEnded?: true } {
  if (day === null) return { words: 'No last day is set', isNear: false };
  const left = daysLeft(day, now);
  const isNear = left <= secretWarningDays;
  if (left < 0) return { words: `Expired on ${dayWords(day)}`, isNear, hasEnded: true };
  const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${counted(left, 'day')}`;
  return { words: `Works until ${dayWords(day)}${isNear ? `: it expires ${when}` : ''}`, isNear };
}
