import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Depth of lists and objects in received JSON. */
export const mostDepth = 32;
/** Characters of a number, with the exponent of an inexact one written out. */
const longestNumber = 60;
/** Additional weight of an inexact number, which takes longer to parse. */
const longNumberValues = 40;
/** Bytes of one step, and ms before other work runs. */
const stepBytes = 2 ** 18;
const turnMs = 8;

/** Why a JSON text is not parsed. `syntax`: it is not JSON. */
type JsonErrorKind = 'deep' | 'twice' | 'number' | 'large' | 'syntax';

export class JsonError extends Error {
  override readonly name = 'JsonError';
  /** @param subject the repeated name, or the number. */
  constructor(
    readonly kind: JsonErrorKind,
    readonly subject = '',
  ) {
    super(`JSON ${kind} ${subject}`);
  }
}

export interface JsonLimits {
  /** Limits between two cuts; containers count as values. */
  bytes: number;
  values: number;
  /** The list that may be cut: the root, or this member of it. */
  list?: string;
}

export interface JsonScan {
  /** First and last position of the list's items. */
  from: number;
  to: number;
  cuts: number[];
  /** Whether a double cannot hold some number exactly. */
  hasLongNumbers: boolean;
}

/** Scans a text in steps between which other work runs. @throws JsonError */
export async function scannedJson(bytes: Buffer, limits: JsonLimits): Promise<JsonScan> {
  const scan = jsonScan(bytes, limits);
  let turnEnds = performance.now() + turnMs;
  for (;;) {
    const step = scan.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + turnMs;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Finds what `JSON.parse` accepts but the console refuses. @param bytes UTF-8. @throws JsonError */
export function* jsonScan(bytes: Buffer, limits: JsonLimits): Generator<undefined, JsonScan, undefined> {
  const scan: JsonScan = { from: 0, to: 0, cuts: [], hasLongNumbers: false };
  let level = new Level(bytes);
  /** By depth; the first one surrounds the root. */
  const levels = [level];
  let depth = 0;
  let listDepth = -1;
  let isName = false;
  let pieceStart = 0;
  let values = 0;
  let stepEnds = stepBytes;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= stepEnds) {
      if (at - pieceStart > limits.bytes) throw new JsonError('large');
      stepEnds = at + stepBytes;
      yield;
    }
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      const start = at;
      for (let next = bytes[++at]; next !== quote && next !== undefined; next = bytes[++at]) {
        if (next === backslash) at++;
        if (at < stepEnds) continue;
        if (at - pieceStart > limits.bytes) throw new JsonError('large');
        stepEnds = at + stepBytes;
        yield;
      }
      if (isName) level.add(start, at);
      isName = false;
    } else if (byte === comma) {
      if (++values > limits.values) throw new JsonError('large');
      isName = level.isObject;
      if (depth !== listDepth) continue;
      if (at - pieceStart < limits.bytes / 2 && values < limits.values / 2) continue;
      scan.cuts.push(at);
      pieceStart = at;
      values = 0;
    } else if (byte === openObject || byte === openList) {
      if (++values > limits.values) throw new JsonError('large');
      const alike = byte === openObject ? levels[depth + 1]?.endOfAlike(at) : undefined;
      if (alike !== undefined) {
        values += alike.names + alike.longNumbers * longNumberValues;
        scan.hasLongNumbers ||= alike.longNumbers > 0;
        at = alike.end;
        isName = false;
        continue;
      }
      const isRoot = depth === 0;
      const isMember = depth === 1 && level.isObject && level.lastName === limits.list;
      if (++depth > mostDepth) throw new JsonError('deep');
      level = levels[depth] ??= new Level(bytes);
      level.open(byte === openObject);
      isName = level.isObject;
      if (byte === openList && limits.list !== undefined && scan.from === 0 && (isRoot || isMember)) {
        listDepth = depth;
        scan.from = at + 1;
      }
    } else if (byte === closeObject || byte === closeList) {
      if (depth === 0 || level.isObject !== (byte === closeObject)) throw new JsonError('syntax');
      if (depth === listDepth) {
        scan.to = at;
        listDepth = -1;
      }
      if (level.isObject) level.close();
      level = levels[--depth] ?? level;
      isName = false;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const start = at;
      let hasExponent = false;
      let next = bytes[at + 1] ?? 0;
      while ((next >= 0x2b && next <= 0x39) || next === 0x45 || next === 0x65) {
        if (next === comma || at - start > longestNumber) break;
        hasExponent ||= next > 0x39;
        next = bytes[++at + 1] ?? 0;
      }
      if ((hasExponent || at - start >= 15) && isLong(bytes.toString('latin1', start, at + 1))) {
        scan.hasLongNumbers = true;
        values += longNumberValues;
      }
    }
  }
  if (scan.cuts.length > 0 && scan.to === 0) throw new JsonError('syntax');
  return scan;
}

/** Whether a double cannot hold a number exactly. @throws JsonError for an infinite or too long one. */
function isLong(number: string): boolean {
  const nearest = Number(number);
  const isExact = digitsOf(number) === digitsOf(String(nearest));
  const length = number.length + (isExact ? 0 : Math.abs(Number(number.toLowerCase().split('e')[1] ?? 0)));
  if (!Number.isFinite(nearest) || length > longestNumber) throw new JsonError('number', number);
  return !isExact;
}

/** Significant digits without point and exponent. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.toLowerCase().split('e');
  const digits = mantissa.replace(/^[-0.]+/, '').replace('.', '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** A pattern finds objects after this many alike; limits of patterns at one depth and of names in one. */
const oftenAlike = 8;
const mostPatterns = 4;
const mostPatternNames = 500;

/** A text, and a number that a double holds exactly. */
const text = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const plainNumber = String.raw`-?\d{1,15}(?![\d.eE])|-?(?=[\d.]{3,16}(?![\d.eE]))\d+\.\d+`;
const plainValue = `(?:${text}|${plainNumber}|true|false|null)`;
const anyNumber = String.raw`-?\d[\d.eE+-]{0,${String(longestNumber)}}`;
const anyValue = `(?:${text}|${anyNumber}|true|false|null)`;

/** Everything before a possibly long number; bounded, because a pattern remembers each repetition. */
const others = new RegExp(String.raw`(?:[^"\d-]+|"[^"\\]*(?:\\.[^"\\]*){0,99}"|${plainNumber}){0,999}`, 'y');
const oneNumber = new RegExp(anyNumber, 'y');

/** Inexact numbers and their positions in scanned JSON. @throws JsonError */
export function* longNumbersIn(json: string, from = 0, end = json.length): Generator<[string, number]> {
  for (let at = from; at < end;) {
    others.lastIndex = at;
    others.test(json);
    if (others.lastIndex > at) {
      at = others.lastIndex;
      continue;
    }
    oneNumber.lastIndex = at;
    const [number] = oneNumber.exec(json) ?? [];
    if (number === undefined) {
      if (json.charCodeAt(at) !== quote) return; // the parser will refuse it
      for (at++; at < end && json.charCodeAt(at) !== quote; at++) if (json.charCodeAt(at) === backslash) at++;
      at++;
      continue;
    }
    if (Number.isNaN(Number(number))) return; // the parser will refuse it
    if (isLong(number)) yield [number, at];
    at += number.length;
  }
}

/** The open object or list at one depth. */
class Level {
  isObject = false;
  lastName = '';
  readonly #names = new Map<string, number>();
  #shape = '';
  #timesAlike = 0;
  /** Finds a flat object with the same names, several times as fast as the scan. */
  #pattern: RegExp | null = null;
  #widePattern: RegExp | null = null;
  #patterns = 0;
  /** A part of the bytes with one character for each. */
  #text = '';
  #textStart = 0;

  constructor(readonly bytes: Buffer) {}

  open(isObject: boolean): void {
    this.isObject = isObject;
    this.#names.clear();
  }

  /** The end of an object like the former ones; undefined: it may differ. @throws JsonError */
  endOfAlike(start: number): { end: number; names: number; longNumbers: number } | undefined {
    if (this.#pattern === null || this.#widePattern === null) return undefined;
    if (start < this.#textStart || start >= this.#textStart + this.#text.length) {
      this.#text = this.bytes.toString('latin1', start, start + stepBytes);
      this.#textStart = start;
    }
    const from = start - this.#textStart;
    const plainEnd = this.#endOf(this.#pattern, from);
    const end = plainEnd ?? this.#endOf(this.#widePattern, from);
    if (end === undefined) return undefined;
    const longNumbers = plainEnd === undefined ? [...longNumbersIn(this.#text, from, end)].length : 0;
    return { end: this.#textStart + end - 1, names: this.#names.size, longNumbers };
  }

  #endOf(pattern: RegExp, from: number): number | undefined {
    pattern.lastIndex = from;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }

  /** @throws JsonError when the object has the name already. */
  add(start: number, end: number): void {
    const name = nameOf(this.bytes.toString('utf8', start, end + 1));
    if (this.#names.has(name)) throw new JsonError('twice', name);
    this.#names.set(name, start);
    this.lastName = name;
  }

  close(): void {
    const shape = [...this.#names.keys()].join();
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#timesAlike = 0;
      this.#pattern = null;
    }
    const { size } = this.#names;
    if (++this.#timesAlike !== oftenAlike || this.#patterns === mostPatterns) return;
    if (size === 0 || size > mostPatternNames) return;
    this.#patterns++;
    const rest = [...this.#names.values()].map((start) => this.bytes.toString('latin1', start, start + 500));
    const names = rest.map((one) => new RegExp(text, 'y').exec(one)?.[0] ?? 'none'); // a longer name is not worth a pattern
    const written = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
    const patternOf = (value: string) =>
      new RegExp(`\\{${written.map((name) => `${name}:${value}`).join(',')}\\}`, 'y');
    this.#pattern = patternOf(plainValue);
    this.#widePattern = patternOf(anyValue);
  }
}

function nameOf(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return JSON.parse(written) as string; // it has quotes
  } catch {
    return written; // the parser will refuse it
  }
}
