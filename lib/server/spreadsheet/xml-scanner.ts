import 'server-only';
import { SaxesParser } from 'saxes';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';

export type XmlAttributes = Readonly<Record<string, string>>;

/** Element names come without prefix. */
export interface XmlHandler {
  open: (name: string, attributes: XmlAttributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** The parser itself has no limit of characters or nesting. */
const longestToken = 256 * 1024;
const deepest = 100;

/** Scans an XML document piece by piece; refuses a DTD. */
export class XmlScanner {
  readonly #parser = new SaxesParser();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** Characters since the last whole part. */
  #pending = 0;
  #depth = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    const isWhole = () => {
      this.#pending = 0;
    };
    parser.on('opentag', ({ name, attributes }) => {
      isWhole();
      if (++this.#depth > deepest) throw notXml();
      handler.open(local(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      isWhole();
      this.#depth--;
      handler.close?.(local(name));
    });
    const text = (part: string) => {
      isWhole();
      handler.text?.(part);
    };
    parser.on('text', text);
    parser.on('cdata', text);
    parser.on('comment', isWhole);
    parser.on('processinginstruction', isWhole);
    parser.on('doctype', () => {
      throw notXml();
    });
  }

  /** @throws SheetFault for malformed XML. */
  push(bytes: Uint8Array): void {
    this.#take(() => {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#pending += text.length;
      this.#parser.write(text);
    });
    if (this.#pending > longestToken) throw notXml();
  }

  /** @throws SheetFault if the document is incomplete. */
  end(): void {
    this.#take(() => this.#parser.write(this.#decoder.decode()).close());
  }

  #take(step: () => void): void {
    try {
      step();
    } catch (error) {
      throw error instanceof SheetFault ? error : notXml();
    }
  }
}

/** Name with or without prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  if (name in attributes) return attributes[name];
  for (const key in attributes) if (local(key) === name) return attributes[key];
  return undefined;
}

export function isOn(attributes: XmlAttributes, name: string): boolean {
  return /^(1|true)$/.test(attributeOf(attributes, name) ?? '');
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function notXml(): SheetFault {
  return new SheetFault(
    'The workbook is damaged: one of its parts is not XML. Save it again in a spreadsheet.',
  );
}
