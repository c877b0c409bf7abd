import { dateFormat } from './reader-formats';

// Days of the service belong to no time zone: they are read and shown as UTC, so nothing shifts.
const shortDay = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** A day of the service, `YYYY-MM-DD`, as it is read everywhere: "4 Nov 2026". What is no day stays as it is. */
export function dayWords(day: string): string {
  const time = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(time) ? day : dateFormat(shortDay).format(time);
}

/** Days of the service, `YYYY-MM-DD`, from the first to the last: "9 – 15 Nov 2026". */
export function daysWords(first: string, last: string): string {
  const [from, to] = [first, last].map((text) => Date.parse(`${text}T00:00Z`));
  const words = dateFormat(shortDay).formatRange(from ?? 0, to ?? 0);
  // Node writes thin spaces where browsers write common ones, and Safari in en-GB none around the dash.
  return words.replace(/[\u2009\u202f]/g, ' ').replace(/(?<=\d)–(?=\d)/g, ' – ');
}
