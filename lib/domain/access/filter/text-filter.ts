import {
  alternativesOf,
  isQuoted,
  isUnclear,
  reversedRangeOf,
  signsOnly,
  splitOutsideQuotes,
  wholeTextOf,
  type Alternative,
} from '@/lib/domain/filter-syntax';
import { plainLetters } from '@/lib/domain/plain-letters';

/**
 * The text filter of IDs: a plain text alone is contained anywhere, compared without case and accents; everything else is
 * Business Central's own (lib/domain/filter-syntax.ts), compared without case.
 */

type Test = (candidate: string) => boolean;

/** A test of IDs by a text filter; null when the text is empty and everything passes. */
export function textTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const alternatives = alternativesOf(wanted);
  if (alternatives === null) return containing(wanted);
  const whole = new Set(alternatives.flatMap((one) => wholeTextOf(one) ?? []));
  const others = alternatives.filter((one) => wholeTextOf(one) === null).map(testOf);
  const isListed: Test = (candidate) => whole.has(candidate) || others.some((test) => test(candidate));
  return hasNoCase(wanted) ? isListed : (candidate) => isListed(candidate.toLowerCase());
}

/**
 * As `textTest`, of names: those that contain the text. Null where nothing is to be looked for in names: `|`, `*`, `..`,
 * comparisons, `@` and a quoted text are of IDs. A comma, `&` and `?` may be part of a name, so a text with them is looked for in both.
 */
export function nameTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  const isOfIds = /[|*]|\.\.|^[<>=@]/.test(wanted) || isQuoted(wanted) || signsOnly.test(wanted);
  return wanted === '' || isOfIds ? null : containing(wanted);
}

/** Whether a plain text is looked for, not a list, a pattern, a range or a comparison. */
export function isPlainText(text: string): boolean {
  return alternativesOf(text.trim()) === null;
}

/** The whole IDs that a list names, in its order; null where the text is no list of whole IDs. */
export function wholeIds(text: string): string[] | null {
  const ids = alternativesOf(text.trim())?.map(wholeTextOf) ?? [null];
  return ids.every((id) => id !== null) ? [...new Set(ids)] : null;
}

/** The parts of a list that let none of the IDs through, as typed and in the list's order. */
export function partsWithout(text: string, ids: Iterable<string>): string[] {
  const wanted = text.trim();
  const alternatives = alternativesOf(wanted);
  if (alternatives === null || splitOutsideQuotes(wanted, '|,').length === 1) return [];
  const missing = new Map<string, string>();
  const others: { key: string; test: Test }[] = [];
  alternativesOf(wanted.toLowerCase())?.forEach((one, at) => {
    const typed = alternatives[at];
    if (typed === undefined || isUnclear(one) || reversedRangeOf(one) !== null) return;
    const id = wholeTextOf(one);
    const key = id === null ? `?${one.typed}` : `=${id}`;
    if (!missing.has(key)) missing.set(key, wholeTextOf(typed) ?? typed.typed);
    if (id === null) others.push({ key, test: testOf(one) });
  });
  for (const id of ids) {
    const candidate = id.toLowerCase();
    missing.delete(`=${candidate}`);
    for (const { key, test } of others) if (missing.has(key) && test(candidate)) missing.delete(key);
    if (missing.size === 0) break;
  }
  return [...missing.values()];
}

/** @param alternative in small letters, as its candidates have to be. */
function testOf({ conditions }: Alternative): Test {
  const tests = conditions.map((condition): Test => {
    switch (condition.kind) {
      case 'unclear':
        return () => false;
      case 'range': {
        const { from, to, isFromOpen, isToOpen } = condition;
        return (candidate) =>
          (from === '' || (isFromOpen ? candidate > from : candidate >= from)) &&
          (to === '' || (isToOpen ? candidate < to : candidate <= to));
      }
      default: {
        const { kind, value, isNot } = condition;
        const test = kind === 'whole' ? (candidate: string) => candidate === value : patternTest(value);
        return isNot ? (candidate) => !test(candidate) : test;
      }
    }
  });
  const [only, more] = tests;
  return only !== undefined && more === undefined
    ? only
    : (candidate) => tests.every((test) => test(candidate));
}

/** The usual patterns need no walk over both texts. */
function patternTest(pattern: string): Test {
  const core = pattern.replace(/^\*+/, '').replace(/\*+$/, '');
  const isEnd = pattern.startsWith('*');
  const isStart = pattern.endsWith('*');
  if (/[*?]/.test(core) || !(isStart || isEnd)) return (candidate) => fits(candidate, pattern);
  if (isStart && isEnd) return (candidate) => candidate.includes(core);
  return isStart ? (candidate) => candidate.startsWith(core) : (candidate) => candidate.endsWith(core);
}

/** Whether a text fits a pattern; at most length times length steps, which a regular expression would not promise. */
function fits(text: string, pattern: string): boolean {
  let at = 0;
  let star = -1; // the last one met, and where in the text what follows it was tried last
  let tried = 0;
  for (let place = 0; place < text.length;) {
    if (at < pattern.length && pattern.charAt(at) === '*') {
      star = at++;
      tried = place;
    } else if (
      at < pattern.length &&
      (pattern.charAt(at) === '?' || pattern.charAt(at) === text.charAt(place))
    ) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++tried;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** Tests whether a text contains another one, without regard to case and accents. */
function containing(wanted: string): Test {
  const plain = plainLetters(wanted);
  return hasNoCase(plain)
    ? (candidate) => candidate.includes(plain)
    : (candidate) => plainLetters(candidate).includes(plain);
}

/** Text without letters has no case: the common search for digits needs no copy of every ID. */
function hasNoCase(text: string): boolean {
  return /^[\d\s|,*?.<>=&'-]*$/.test(text);
}
