import { listed, plural } from '@/lib/domain/counted';

/**
 * Business Central's filter syntax, read into conditions: `10*`, `*10` and `1?0` are patterns, `10|20` and `10,20` lists
 * of whole values, `200..230`, `..99` and `500..` ranges, `<>100`, `>=200`, `<300` and `=100` comparisons, `>=200&<>250`
 * both at once, and `'A|B'` a value with such signs in it. Ranges and comparisons are in code order, character by
 * character: 21 and 2000 lie in 200..230.
 */

/** What stands between the parts of a list: IDs hold no comma, a description may. */
export type Separators = '|,' | '|';

/** One condition, its texts in the case that was typed; `value` of a pattern still has its `*` and `?`. */
export type TextCondition =
  | { kind: 'whole' | 'pattern'; value: string; isNot: boolean }
  | { kind: 'range'; from: string; to: string; isFromOpen: boolean; isToOpen: boolean }
  | { kind: 'unclear' };

/** What stands between two separators: as typed, and its conditions, of which all have to hold. */
export interface Alternative {
  typed: string;
  conditions: readonly TextCondition[];
}

/** Whether a filter takes something in a value for its own sign, unless the value is quoted. */
export function needsQuotes(id: string): boolean {
  return /[|,&*?<>='@]|\.\.|^\s|\s$/.test(id) || signsOnly.test(id);
}

/** A value as a filter takes it for itself. */
export function quotedWhereNeeded(id: string): string {
  return id === '' || needsQuotes(id) ? `'${id.replaceAll("'", "''")}'` : id;
}

/** The filter that lets exactly these values through. */
export function listText(ids: readonly string[]): string {
  const written = ids.map(quotedWhereNeeded);
  const [only, more] = written;
  if (only === undefined) return '|';
  return more === undefined ? `=${only}` : written.join('|'); // alone it would be looked for within others
}

/** Cells copied from a spreadsheet as a list; null where the text is a single one. */
export function pastedList(text: string): string | null {
  const cells = text.split(/[\r\n\t]/).flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()]));
  return cells.length > 1 ? listText([...new Set(cells)]) : null;
}

/**
 * What of a filter is not understood, or cannot be meant so, in sentences but for the last full stop; null: nothing.
 * @param isApplied whether the filter is applied all the same, so that such parts match nothing.
 */
export function unclearInWords(text: string, separators: Separators = '|,', isApplied = true): string | null {
  const unclear = unclearParts(text, separators);
  const sentences = (alternativesOf(text.trim().toLowerCase(), separators) ?? []).flatMap(
    (one) => reversedInWords(one, text.trim(), isApplied) ?? [],
  );
  if (unclear.length > 0) {
    const parts = listed(
      unclear.map((part) => `“${part}”`),
      'and',
    );
    sentences.unshift(
      `${parts} ${plural(unclear.length, 'is', 'are')} not understood${isApplied ? ` and ${plural(unclear.length, 'matches', 'match')} nothing` : ''}`,
    );
  }
  return sentences.length === 0 ? null : sentences.join('. ');
}

function reversedInWords(one: Alternative, text: string, isApplied: boolean): string | null {
  const ends = reversedRangeOf(one);
  if (ends === null) return null;
  const [from, to] = ends.map((end) => asTyped(end, text));
  const isNumber = ends.every((end) => /^\d+$/.test(end));
  return isNumber && Number(ends[0]) < Number(ends[1])
    ? `“${asTyped(one.typed, text)}” ${isApplied ? 'matches' : 'would match'} nothing, for IDs are compared character by character: ${from} comes after ${to}`
    : `The ends of “${asTyped(one.typed, text)}” are swapped: write ${to}..${from}`;
}

/** A part of a filter in the letters that it was typed with. */
function asTyped(part: string, text: string): string {
  const at = text.toLowerCase().indexOf(part);
  return at < 0 ? part : text.slice(at, at + part.length);
}

/** The parts of a filter that say nothing, as typed: `..`, `>=`, `1..2..3`. They let nothing through. */
export function unclearParts(text: string, separators: Separators = '|,'): string[] {
  return (alternativesOf(text.trim(), separators) ?? []).filter(isUnclear).map(({ typed }) => typed);
}

/** What a filter says, part by part; null for a plain text, which says nothing but itself. */
export function alternativesOf(text: string, separators: Separators = '|,'): Alternative[] | null {
  const alternatives = splitOutsideQuotes(text, separators);
  const parsed = alternatives.flatMap((part): Alternative[] => {
    const typed = part.trim();
    return typed === '' ? [] : [{ typed, conditions: conditionsOf(typed) }];
  });
  if (alternatives.length > 1) return parsed;
  const [only] = parsed;
  if (only === undefined || (wholeTextOf(only) === text && !isQuoted(text))) return null;
  return parsed;
}

/** Brackets group nothing here, and no value is looked for by such signs alone; one alone may be. */
export const signsOnly = /^[()&]{2,}$/;

const sayMoreThanText = /^\s*[<>=@']|[*?]|\.\./;

/** `&` joins conditions. Between plain texts it is a sign of the value itself, since no value is two texts at once. */
function conditionsOf(typed: string): TextCondition[] {
  if (signsOnly.test(typed)) return [{ kind: 'unclear' }];
  const parts = splitOutsideQuotes(typed, '&');
  return parts.length > 1 && !parts.some((part) => sayMoreThanText.test(part))
    ? [{ kind: 'whole', value: typed, isNot: false }]
    : parts.map(conditionOf);
}

function conditionOf(part: string): TextCondition {
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

function comparisonOf(sign: string, text: string): TextCondition {
  const value = endOf(text);
  if (value === null || value === '') return { kind: 'unclear' };
  const isOpen = !sign.includes('=');
  return sign.startsWith('>')
    ? { kind: 'range', from: value, to: '', isFromOpen: isOpen, isToOpen: false }
    : { kind: 'range', from: '', to: value, isFromOpen: false, isToOpen: isOpen };
}

function rangeOf(ends: readonly string[]): TextCondition {
  const [from, to] = ends.map(endOf);
  if (from == null || to == null || from + to === '') return { kind: 'unclear' };
  return { kind: 'range', from, to, isFromOpen: false, isToOpen: false };
}

/** The end of a range, '' where it has none; null for what is no value. */
function endOf(text: string): string | null {
  const value = text.trim();
  if (isQuoted(value)) return unquoted(value);
  return /[*?<>=]/.test(value) || value.includes('..') ? null : value;
}

/** The value that an alternative names, where it does nothing else. */
export function wholeTextOf({ conditions }: Alternative): string | null {
  const [only, more] = conditions;
  return more === undefined && only?.kind === 'whole' && !only.isNot ? only.value : null;
}

/** The ends of a range of which the first comes after the last, so that nothing lies between them. */
export function reversedRangeOf({ conditions }: Alternative): [string, string] | null {
  const [only, more] = conditions;
  if (more !== undefined || only?.kind !== 'range' || only.to === '' || only.from <= only.to) return null;
  return [only.from, only.to];
}

export function isUnclear({ conditions }: Alternative): boolean {
  return conditions.some(({ kind }) => kind === 'unclear');
}

/** Where quotation marks begin a value, separators within them are part of it. */
export function splitOutsideQuotes(text: string, signs: string): string[] {
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

export function isQuoted(text: string): boolean {
  return text.length > 1 && text.startsWith("'") && endOfQuote(text, 0) === text.length - 1;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'");
}
