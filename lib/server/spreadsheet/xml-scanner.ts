import 'server-only';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';

/** Hears of a document's parts in their order; names come without their prefix. */
export interface XmlListener {
  open: (name: string, attributes: string) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

const longestToken = 256 * 1024;
const doubleQuote = 34;
const singleQuote = 39;
const greaterThan = 62;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Goes through an XML document piece by piece and keeps nothing of it. Knows elements, text, CDATA, comments and the
 * five named entities; a DTD is refused, so there are no entities of the document's own.
 */
export class XmlScanner {
  readonly #listener: XmlListener;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #rest = '';

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  /** @throws SheetFault for what is not well-formed enough to be read. */
  push(bytes: Uint8Array): void {
    let text: string;
    try {
      text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw notXml();
    }
    const done = this.#scan(text);
    this.#rest = text.slice(done);
    if (this.#rest.length > longestToken) throw notXml();
  }

  /** @throws SheetFault where the document breaks off. */
  end(): void {
    if (this.#rest.trim() !== '') throw notXml();
  }

  /** Handles every whole token and answers where the first incomplete one begins. */
  #scan(text: string): number {
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      if (tag < 0) {
        // Text may go on in the next piece, and an entity must not be cut apart.
        return at;
      }
      if (tag > at) this.#listener.text(unescaped(text.slice(at, tag)));
      const end = tagEnd(text, tag);
      if (end < 0) return tag;
      this.#tag(text, tag, end);
      at = end;
    }
  }

  #tag(text: string, start: number, end: number): void {
    const second = text.charAt(start + 1);
    if (second === '!') {
      if (text.startsWith('<![CDATA[', start)) this.#listener.text(text.slice(start + 9, end - 3));
      else if (!text.startsWith('<!--', start)) throw notXml();
    } else if (second === '/') this.#listener.close(local(text.slice(start + 2, end - 1).trim()));
    else if (second !== '?') {
      const isEmpty = text.charAt(end - 2) === '/';
      const inside = text.slice(start + 1, isEmpty ? end - 2 : end - 1);
      const space = inside.search(/\s/);
      const name = local(space < 0 ? inside : inside.slice(0, space));
      this.#listener.open(name, space < 0 ? '' : inside.slice(space));
      if (isEmpty) this.#listener.close(name);
    }
  }
}

const patterns = new Map<string, RegExp>();

/** The value of one attribute, by its name with or without prefix; undefined if there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern); // only names that the code itself asks for
  }
  const found = pattern.exec(attributes);
  return found ? unescaped(found[1] ?? found[2] ?? '') : undefined;
}

/** Where the token that begins at `start` ends, -1 while its end has not come. */
function tagEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9);
  if (text.length - start < 9 && '<![CDATA['.startsWith(text.slice(start))) return -1;
  if (text.startsWith('<?', start)) return after(text, '?>', start + 2);
  let quote = 0;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === doubleQuote || code === singleQuote) quote = code;
    else if (code === greaterThan) return at + 1;
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,10}));/g,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? '';
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

function notXml(): SheetFault {
  return new SheetFault(
    'The workbook is damaged: one of its parts is not XML. Save it again in a spreadsheet.',
  );
}
