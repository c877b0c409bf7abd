import { plural } from '@/lib/domain/counted';

/**
 * The text filter of IDs, in the words of Business Central. A plain text alone is contained anywhere; everything else is
 * Business Central's own: `10*`, `*10` and `1?0` are patterns, `10|20` and `10,20` lists of whole IDs, `200..230`, `..99`
 * and `500..` ranges, `<>100`, `>=200`, `<300` and `=100` comparisons, `>=200&<>250` both at once, and `'A|B'` an ID with
 * such signs in it. Ranges and comparisons are in code order, character by character: 21 and 2000 lie in 200..230.
 * Letters are compared without regard to case.
 */

type Test = (candidate: string) => boolean;

/** Between the parts of a list. */
const separators = '|,';

/** One condition, its texts in small letters; `value` of a pattern still has its `*` and `?`. */
type Condition =
  | { kind: 'whole' | 'pattern'; value: string; isNot: boolean }
  | { kind: 'range'; from: string; to: string; isFromOpen: boolean; isToOpen: boolean }
  | { kind: 'unclear' };

/** What stands between two separators: as typed, and its conditions, of which all have to hold. */
interface Alternative {
  typed: string;
  conditions: readonly Condition[];
}

/** A test of IDs by a text filter; null when the text is empty and everything passes. */
export function textTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const alternatives = listOf(wanted);
  if (alternatives === null) return anyCase(wanted, (candidate) => candidate.includes(wanted));
  const whole = new Set(alternatives.flatMap((one) => wholeIdOf(one) ?? []));
  const others = alternatives.filter((one) => wholeIdOf(one) === null).map(testOf);
  const isListed: Test = (candidate) => whole.has(candidate) || others.some((test) => test(candidate));
  return anyCase(wanted, isListed);
}

/**
 * As `textTest`, of names: those that contain the text. Null where nothing is to be looked for in names: `|`, `*`, `..`,
 * comparisons, `@` and a quoted text are of IDs. A comma, `&` and `?` may be part of a name, so a text with them is looked for in both.
 */
export function nameTest(text: string): Test | null {
  const wanted = text.trim().toLowerCase();
  const isOfIds = /[|*]|\.\.|^[<>=@]/.test(wanted) || isQuoted(wanted);
  return wanted === '' || isOfIds ? null : anyCase(wanted, (name) => name.includes(wanted));
}

/** Whether a plain text is looked for, not a list, a pattern, a range or a comparison. */
export function isPlainText(text: string): boolean {
  return listOf(text.trim()) === null;
}

/** The filter that lets exactly these IDs through. */
export function listText(ids: readonly string[]): string {
  const written = ids.map((id) => (needsQuotes(id) ? `'${id.replaceAll("'", "''")}'` : id));
  return written.length < 2 ? `${written[0] ?? ''}|` : written.join('|');
}

/** The whole IDs that a list names, in its order; null where the text is no list of whole IDs. */
export function wholeIds(text: string): string[] | null {
  const ids = listOf(text.trim())?.map(wholeIdOf) ?? [null];
  return ids.every((id) => id !== null) ? [...new Set(ids)] : null;
}

/** Cells copied from a spreadsheet as a list; null where the text is a single one. */
export function pastedList(text: string): string | null {
  const cells = text.split(/[\r\n\t]/).flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()]));
  return cells.length > 1 ? listText([...new Set(cells)]) : null;
}

/** The parts of a list that let none of the IDs through, as typed and in the list's order. */
export function partsWithout(text: string, ids: Iterable<string>): string[] {
  const wanted = text.trim();
  const alternatives = listOf(wanted);
  if (alternatives === null || splitOutsideQuotes(wanted, separators).length === 1) return [];
  const missing = new Map<string, string>();
  const others: { key: string; test: Test }[] = [];
  listOf(wanted.toLowerCase())?.forEach((one, at) => {
    const typed = alternatives[at];
    if (typed === undefined || isUnclear(one)) return;
    const id = wholeIdOf(one);
    const key = id === null ? `?${one.typed}` : `=${id}`;
    if (!missing.has(key)) missing.set(key, wholeIdOf(typed) ?? typed.typed);
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

/** What of a filter is not understood, as a sentence; null: everything is. */
export function unclearInWords(text: string): string | null {
  const unclear = unclearParts(text);
  if (unclear.length === 0) return null;
  const parts = new Intl.ListFormat('en').format(unclear.map((part) => `“${part}”`));
  return `${parts} ${plural(unclear.length, 'is', 'are')} not understood and ${plural(unclear.length, 'matches', 'match')} nothing`;
}

/** The parts of a filter that say nothing, as typed: `..`, `>=`, `1..2..3`. They let nothing through. */
export function unclearParts(text: string): string[] {
  return (listOf(text.trim()) ?? []).filter(isUnclear).map(({ typed }) => typed);
}

/** Null for a plain text, which is contained anywhere. */
function listOf(text: string): Alternative[] | null {
  const alternatives = splitOutsideQuotes(text, separators);
  const parsed = alternatives.flatMap((part): Alternative[] => {
    const typed = part.trim();
    return typed === '' ? [] : [{ typed, conditions: conditionsOf(typed) }];
  });
  if (alternatives.length > 1) return parsed;
  const [only] = parsed;
  if (only === undefined || (wholeIdOf(only) === text && !isQuoted(text))) return null;
  return parsed;
}

const sayMoreThanText = /^\s*[<>=@']|[*?]|\.\./;

/** `&` joins conditions. Between plain texts it is a sign of the ID itself, since no ID is two texts at once. */
function conditionsOf(typed: string): Condition[] {
  const parts = splitOutsideQuotes(typed, '&');
  return parts.length > 1 && !parts.some((part) => sayMoreThanText.test(part))
    ? [{ kind: 'whole', value: typed, isNot: false }]
    : parts.map(conditionOf);
}

function conditionOf(part: string): Condition {
  const text = part.trim();
  const [, sign = '', rest = ''] = /^(<>|<=|>=|<|>|=|@)?(.*)$/s.exec(text) ?? [];
  const value = rest.trim();
  if (sign !== '' && sign !== '<>' && sign !== '=' && sign !== '@') return comparisonOf(sign, value);
  const ends = splitRange(value);
  if (ends.length > 1) return sign === '' ? rangeOf(ends) : { kind: 'unclear' };
  const isNot = sign === '<>';
  if (isQuoted(value)) return { kind: 'whole', value: unquoted(value), isNot };
  if (value === '') return { kind: 'unclear' };
  return { kind: /[*?]/.test(value) ? 'pattern' : 'whole', value, isNot };
}

function comparisonOf(sign: string, text: string): Condition {
  const value = endOf(text);
  if (value === null || value === '') return { kind: 'unclear' };
  const isOpen = !sign.includes('=');
  return sign.startsWith('>')
    ? { kind: 'range', from: value, to: '', isFromOpen: isOpen, isToOpen: false }
    : { kind: 'range', from: '', to: value, isFromOpen: false, isToOpen: isOpen };
}

function rangeOf(ends: readonly string[]): Condition {
  const [from, to] = ends.map(endOf);
  if (from == null || to == null || from + to === '') return { kind: 'unclear' };
  return { kind: 'range', from, to, isFromOpen: false, isToOpen: false };
}

/** The end of a range, '' where it has none; null for what is no ID. */
function endOf(text: string): string | null {
  const value = text.trim();
  if (isQuoted(value)) return unquoted(value);
  return /[*?<>=]/.test(value) || value.includes('..') ? null : value;
}

/** The ID that an alternative names, where it does nothing else. */
function wholeIdOf({ conditions }: Alternative): string | null {
  const [only, more] = conditions;
  return more === undefined && only?.kind === 'whole' && !only.isNot ? only.value : null;
}

function isUnclear({ conditions }: Alternative): boolean {
  return conditions.some(({ kind }) => kind === 'unclear');
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

/** Where quotation marks begin a value, separators within them are part of it. */
function splitOutsideQuotes(text: string, signs: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let mayBegin = true;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (signs.includes(sign)) {
      parts.push(text.slice(start, at));
      start = at + 1;
      mayBegin = true;
    } else if (sign === "'" && mayBegin) {
      at = Math.max(at, endOfQuote(text, at));
      mayBegin = false;
    } else {
      mayBegin = /[\s<>=@.]/.test(sign);
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** The two ends of a range, or the text itself. */
function splitRange(text: string): string[] {
  if (isQuoted(text)) return [text];
  const start = text.startsWith("'") ? endOfQuote(text, 0) + 1 : 0;
  const at = text.indexOf('..', start);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 2)];
}

/** Where the quotation mark that closes the one at `at` stands; -1: nothing closes it. */
function endOfQuote(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text.charAt(next) !== "'") continue;
    if (text.charAt(next + 1) !== "'") return next;
    next++; // two of them are one within
  }
  return -1;
}

function isQuoted(text: string): boolean {
  return text.length > 1 && text.startsWith("'") && endOfQuote(text, 0) === text.length - 1;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}

/** Whether a filter takes something in an ID for its own sign, unless the ID is quoted. */
export function needsQuotes(id: string): boolean {
  return /[|,&*?<>='@]|\.\.|^\s|\s$/.test(id);
}

/** Text without letters has no case: the common search for digits needs no copy of every ID. */
function anyCase(wanted: string, test: Test): Test {
  return /^[\d\s|,*?.<>=&'-]*$/.test(wanted) ? test : (candidate) => test(candidate.toLowerCase());
}
