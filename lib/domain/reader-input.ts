import { isBusinessCentralDay, isCalendarDate } from './calendar-day';
import { dayWords } from './day-words';
import { dateFormat, inDigits, numberFormat, pageReader } from './reader-formats';

/** What somebody typed came to: its value, or why not, as a sentence. */
export type TypedReading<T> = { value: T } | { fault: string };

const fault = (sentence: string): { fault: string } => ({ fault: sentence });

/** More digits than these do not come through a comparison as they were typed. */
const mostDigits = 15;

const spaces = /[\s\u00a0\u2007\u2009\u202f]/g;
const invisible = /[\u200e\u200f\u061c]/g;

/** How the reader writes numbers: the sign before decimals and the one between groups of digits. */
function numberSigns(): { decimal: string; group: string } {
  const parts = numberFormat({ minimumFractionDigits: 1, useGrouping: true }).formatToParts(1_234_567.8);
  const sign = (type: 'decimal' | 'group'): string => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: sign('decimal'), group: sign('group') };
}

/** Whether the reader writes 1,5 for one and a half. */
export function hasDecimalComma(): boolean {
  return numberSigns().decimal === ',';
}

/** What was typed without signs that nobody sees, the reader's own digits as those of ASCII. */
function plainText(typed: string): string {
  const digits = Array.from({ length: 10 }, (_, value) => inDigits(value));
  return Array.from(typed.replace(invisible, '').trim(), (sign) => {
    const at = digits.indexOf(sign);
    return at < 0 ? sign : String(at);
  }).join('');
}

/**
 * A number as its reader writes it: 20.000 is twenty thousand in German and 20 in English. What could be meant in two
 * ways is refused: digits that stand in no proper groups, such as 1,5 in English.
 */
export function typedNumber(typed: string): TypedReading<number> {
  const { decimal, group } = numberSigns();
  const text = plainText(typed)
    .replace(/^[-\u2212]\s*/, '-')
    .replace(/^\+\s*/, '');
  const shared = text.replaceAll('\u2019', "'").replace(spaces, ' ');
  const groupSign = group.replaceAll('\u2019', "'").replace(spaces, ' ');
  const [, minus = '', body = ''] = /^(-?)(.*)$/s.exec(shared) ?? [];
  if (body === '') return fault(`Enter a number such as ${example()}.`);
  const [whole = '', fraction, ...more] = body.split(decimal);
  const groups = groupSign === '' ? [whole] : whole.split(groupSign);
  const isNumber =
    more.length === 0 && /^\d*$/.test(fraction ?? '') && groups.every((part) => /^\d+$/.test(part));
  const isDecimalOnly = more.length === 0 && whole === '' && /^\d+$/.test(fraction ?? '');
  if ((!isNumber && !isDecimalOnly) || fraction === '') {
    const other = /^[\d.,' ]*$/.test(body) && /\d/.test(body);
    return fault(
      other
        ? `“${typed.trim()}” can be read in more than one way. Write it as you read numbers here: ${example()}.`
        : `“${typed.trim()}” is no number. Enter one such as ${example()}.`,
    );
  }
  if (groups.length > 1 && !inProperGroups(groups))
    return fault(
      `“${typed.trim()}” can be read in more than one way: “${group}” stands between thousands here, “${decimal}” before decimals. Write it as ${example()}.`,
    );
  const plain = `${groups.join('') || '0'}${fraction === undefined ? '' : `.${fraction}`}`;
  const length = plain.replace('.', '').replace(/^0+/, '').length;
  if (length > mostDigits)
    return fault(`A number has ${inDigits(mostDigits)} digits at most. This one has ${inDigits(length)}.`);
  const value = Number(`${minus}${plain}`);
  return { value: value + 0 };
}

/** Thousands, or after the last three digits groups of two, where the reader groups so. */
function inProperGroups([first = '', ...rest]: readonly string[]): boolean {
  const sizes = numberFormat({ useGrouping: true })
    .formatToParts(1_234_567)
    .flatMap(({ type, value }) => (type === 'integer' ? [value.length] : []));
  const fits = (size: number): boolean =>
    first.length <= size && rest.slice(0, -1).every((part) => part.length === size);
  return !first.startsWith('0') && rest.at(-1)?.length === 3 && (fits(3) || fits(sizes.at(-2) ?? 3));
}

function example(): string {
  return numberFormat({ minimumFractionDigits: 2 }).format(20_000.5);
}

type DayPart = 'day' | 'month' | 'year';
const dayParts: readonly string[] = ['day', 'month', 'year'];

const writtenDay = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;

/**
 * A day of the Gregorian calendar as pages show it, in digits in the reader's order of day, month and year, or as
 * YYYY-MM-DD; the year in four digits.
 */
export function typedDay(typed: string): TypedReading<string> {
  const text = plainText(typed);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return isCalendarDate(text) ? dayOfLines(text) : fault(`“${text}” is no day of the calendar.`);
  const shown = dayShownAs(text);
  if (shown !== undefined) return dayOfLines(shown);
  const parts = dateFormat(writtenDay).formatToParts(0);
  const order = parts.flatMap(({ type }) => (dayParts.includes(type) ? [type as DayPart] : [])); // one of the three
  const [, one, two, three, rest = ''] =
    /^(\d{1,4})[./\- ]\s*(\d{1,2})[./\- ]\s*(\d{1,4})(\D*)$/.exec(text) ?? [];
  const given = [one, two, three];
  const part = (name: DayPart): string => given[order.indexOf(name)] ?? '';
  const last = parts.at(-1)?.value ?? ''; // “г.” after the year in Bulgarian
  const isWhole =
    part('year').length === 4 &&
    part('month').length <= 2 &&
    part('day').length <= 2 &&
    ['', '.', last.trim()].includes(rest.trim());
  if (!isWhole)
    return fault(
      `“${typed.trim()}” is no day with a year of four digits. Enter one such as ${dayExample()}.`,
    );
  if (isYearOfOwnCalendar(Number(part('year'))))
    return fault(
      `“${typed.trim()}” has a year of another calendar. Enter the year that the lines have, such as ${dayExample()}.`,
    );
  const day = `${part('year')}-${twoDigits(part('month'))}-${twoDigits(part('day'))}`;
  return isCalendarDate(day)
    ? dayOfLines(day)
    : fault(`“${typed.trim()}” is no day of the calendar. Days are written as ${dayExample()} here.`);
}

/** The day that pages show so: "24 Nov 2026". */
function dayShownAs(text: string): string | undefined {
  const numbers = text.match(/\d+/g) ?? [];
  const year = numbers.find(({ length }) => length === 4);
  if (year === undefined) return undefined;
  const like = (words: string) => words.replace(spaces, ' ').toLowerCase();
  return numbers
    .flatMap((day) =>
      Array.from({ length: 12 }, (_, month) => `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`),
    )
    .find((day) => isCalendarDate(day) && like(plainText(dayWords(day))) === like(text));
}

const twoDigits = (number: number | string): string => String(number).padStart(2, '0');

function dayOfLines(day: string): TypedReading<string> {
  const year = Number(day.slice(0, 4));
  return isBusinessCentralDay(day)
    ? { value: day }
    : fault(`No line is of the year ${year}. Write the year in four digits, 1753 or later.`);
}

function dayExample(): string {
  return dayInDigits('2026-11-24');
}

/** A day, `YYYY-MM-DD`, as its reader types it and spreadsheets of theirs take it: "24/11/2026". */
export function dayInDigits(day: string): string {
  return dateFormat(writtenDay).format(Date.parse(`${day}T00:00Z`));
}

/** In Thai 2569 is what others call 2026: lines so far away are not meant. */
function isYearOfOwnCalendar(year: number): boolean {
  const { locale } = pageReader();
  const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  if (calendar === 'gregory') return false;
  const years = dateFormat({ year: 'numeric', calendar, numberingSystem: 'latn' }).formatToParts(Date.now());
  const now = Number(years.find(({ type }) => type === 'year')?.value);
  return Math.abs(year - now) <= 100;
}
