const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1 && day >= 1 && day <= (days[month - 1] ?? 0);
}

/** The first day that Business Central knows. */
const firstDay = '1753-01-01';

/** Whether a text is a day that Business Central can have: a year typed in two digits, 0026, is none. */
export function isBusinessCentralDay(text: string): boolean {
  return isCalendarDate(text) && text >= firstDay;
}

/** Whether a text is a day that somebody means; a year that is being typed (0002, 0020, 0202) makes none yet. */
export function isDay(text: string): boolean {
  return isBusinessCentralDay(text) && text < '9999';
}

export const dayMs = 86_400_000;

/** The day so many days later, `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of a day's week, both as `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}
