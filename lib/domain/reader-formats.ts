import { usualDecimals, type Currency } from '@/lib/domain/currency';

/** How the reader of a page writes numbers and times. The page names it, so that server and browser write the same. */
export interface Reader {
  /** One of lib/domain/agreed-locales.ts. */
  locale: string;
  /** IANA name of the browser's time zone; undefined: the browser has not said it yet. */
  timeZone: string | undefined;
  /** When the page was drawn, epoch ms. */
  drawnAt: number;
}

/** Cookie in which a page notes the browser's time zone for the pages after it. */
export const readerCookie = 'mem-reader';

/** Where the server keeps the reader of the page it draws (an AsyncLocalStorage; lib/server/http/page-reader.ts). */
const shared = globalThis as typeof globalThis & { memPageReader?: { getStore: () => Reader | undefined } };

let ofPage: Reader | undefined;

/** The reader that the page names. */
export function pageReader(): Reader {
  if (typeof document !== 'undefined') return (ofPage ??= named(document.documentElement.dataset));
  return shared.memPageReader?.getStore() ?? { locale: 'en', timeZone: undefined, drawnAt: Date.now() };
}

function named({ locale = 'en', timeZone, drawnAt }: DOMStringMap): Reader {
  return { locale, timeZone, drawnAt: Number(drawnAt) };
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

const plain: Intl.NumberFormatOptions = {};

/** Grids paint with the same few options thousands of times a second: what tells them apart is worked out once. */
const keys = new WeakMap<object, string>();

function keyOf(options: object): string {
  let key = keys.get(options);
  if (key === undefined) keys.set(options, (key = JSON.stringify(options)));
  return key;
}

/** Numbers in the reader's own way. */
export function numberFormat(options: Intl.NumberFormatOptions = plain): Intl.NumberFormat {
  const { locale } = pageReader();
  return kept(numberFormats, `${locale} ${keyOf(options)}`, () => new Intl.NumberFormat(locale, options));
}

/**
 * Dates and times in the reader's own way, in this process's time zone unless `options` names another. Years are those
 * of the Gregorian calendar, as in Business Central, also where the locale has a calendar of its own.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = pageReader();
  return kept(
    dateFormats,
    `${locale} ${keyOf(options)}`,
    () => new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options }),
  );
}

/** "1,240": the digits are grouped in the reader's own way. */
export function inDigits(count: number): string {
  return numberFormat().format(count);
}

/** "1,240.5": a decimal, written with a point, with all of its places in the reader's own way. */
export function decimalInDigits(decimal: string, options: Intl.NumberFormatOptions = plain): string {
  // A text is formatted exactly, a number as the nearest one that a computer has (ECMA-402, Number Format v3).
  return numberFormat({ ...options, maximumFractionDigits: 20 }).format(decimal as Intl.StringNumericLiteral);
}

/** "1,240.50", or "1,240 JPY" where the company's currency is set: a sum of amounts, which is decimal text. */
export function amountInDigits(decimal: string, currency: Currency | null = null): string {
  const minimumFractionDigits = currency?.decimals ?? usualDecimals;
  return withCode(decimalInDigits(decimal, { minimumFractionDigits }), currency);
}

/** An amount with the code of its currency, where that is set; the two stay on one line. */
export function withCode(amount: string, currency: Currency | null): string {
  return currency === null ? amount : `${amount}\u00a0${currency.code}`;
}

/** A format takes 30 KB, and there are many locales and zones: those made first are given up beyond so many. */
const mostKept = 200;

/** Making a format takes longer than using it a hundred times. */
function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = make();
  for (const oldest of formats.keys()) {
    if (formats.size < mostKept) break;
    formats.delete(oldest);
  }
  formats.set(key, made);
  return made;
}

/**
 * The day an instant falls on, `YYYY-MM-DD`. It is put together from its numbers: engines write the same locale's days
 * after patterns of their own. @param timeZone undefined: this process's.
 */
export function dayOf(instant: Date | number, timeZone?: string): string {
  const format = kept(
    dateFormats,
    `day ${timeZone ?? ''}`,
    () => new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...dayInNumbers, timeZone }),
  );
  const parts = format.formatToParts(instant);
  const part = (name: string, digits: number) =>
    (parts.find(({ type }) => type === name)?.value ?? '').padStart(digits, '0');
  return `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
}

const dayInNumbers = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;

/**
 * The day that it is for the reader of a page, `YYYY-MM-DD`.
 * @param timeZone undefined: the browser has not said it yet. Then the day of UTC, for page and server have to mean the same.
 */
export function todayOf(now: number, timeZone: string | undefined): string {
  return dayOf(now, timeZone ?? 'UTC');
}

/** The hour as the reader writes it everywhere: "9:05 PM", but "09:05". */
export function hourDigits(): 'numeric' | '2-digit' {
  return dateFormat(anHour).resolvedOptions().hour12 === true ? 'numeric' : '2-digit';
}

const anHour: Intl.DateTimeFormatOptions = { hour: 'numeric' };

/**
 * The time in the reader's own way, with the day when it is not today's, and the year when it is not this one.
 * @param now epoch ms; undefined: the time alone. @param timeZone undefined: this process's.
 */
export function timeInWords(date: Date, now: number | undefined, timeZone?: string): string {
  const day = dayOf(date, timeZone);
  const today = now === undefined ? day : dayOf(now, timeZone);
  return dateFormat({
    ...(day !== today && { day: 'numeric', month: 'short' }),
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    hour: hourDigits(),
    minute: '2-digit',
    timeZone,
  }).format(date);
}

/**
 * `timeInWords` of an instant as the interface has it.
 * @param drawn when and in which zone it is read, of `useNow` and `useTimeZone`; left out where the server draws none of
 * it: now, in the browser's zone.
 */
export function clockTime(instant: string, drawn?: { now: number; timeZone: string }): string {
  return timeInWords(new Date(instant), drawn?.now ?? Date.now(), drawn?.timeZone);
}
