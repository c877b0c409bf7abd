import { badRequest } from './error-body';

/** One piece of a `$filter` text. */
export interface Token {
  kind: 'name' | 'string' | 'number' | 'date' | 'time' | 'guid' | '(' | ')' | ',' | 'end';
  text: string;
  /** Offset in the text, for the error sentence. */
  at: number;
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['guid', /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z-])/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?![0-9a-z:-])/iy],
  ['time', /\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(?![0-9a-z:])/iy],
  ['number', /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![0-9a-z_.])/iy],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['(', /\(/y],
  [')', /\)/y],
  [',', /,/y],
];

function readString(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf("'", at);
    if (quote < 0)
      throw badRequest(`There is an unterminated string literal at position ${start} in '${text}'.`);
    value += text.slice(at, quote);
    if (text[quote + 1] !== "'") return { value, end: quote + 1 };
    value += "'";
    at = quote + 2;
  }
}

/** Cuts a `$filter` text into tokens, with an `end` token last. Throws ServiceError 400 at what fits nowhere. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
    } else if (text[at] === "'") {
      const { value, end } = readString(text, at);
      tokens.push({ kind: 'string', text: value, at });
      at = end;
    } else {
      const token = matchAt(text, at);
      tokens.push(token);
      at += token.text.length;
    }
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

function matchAt(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return { kind, text: found[0], at };
  }
  throw badRequest(`Syntax error at position ${at} in '${text}'.`);
}
