import { dayMs } from './calendar-day';

/** From so many days before its end on, a secret is told of. */
export const secretWarningDays = 14;

/** Whole days that a secret still works after today, in UTC; negative: it has ended. @param day its last day, `2027-01-31`. @param now epoch ms. */
export function daysLeft(day: string, now: number): number {
  return Math.floor(Date.parse(`${day}T00:00Z`) / dayMs) - Math.floor(now / dayMs);
}
