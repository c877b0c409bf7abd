import 'server-only';
import { SaxesParser } from 'saxes';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';

/** The attributes of an element, by their names with prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Is called for the parts of a document in their order; names of elements come without their prefix. */
export interface XmlHandler {
  open: (name: string, attributes: XmlAttributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Most characters of a tag or a text, and most elements inside one another: the parser itself has no limit. */
const longestToken = 256 * 1024;
const deepest = 100;

/** Goes through an XML document piece by piece and keeps nothing of it; a document that has a DTD is refused. */
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

  /** @throws SheetFault for what is not well-formed. */
  push(bytes: Uint8Array): void {
    this.#take(() => {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#pending += text.length;
      this.#parser.write(text);
    });
    if (this.#pending > longestToken) throw notXml();
  }

  /** @throws SheetFault where the document breaks off. */
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

/** The value of one attribute, by its name with or without prefix; undefined if there is none. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  if (name in attributes) return attributes[name];
  for (const key in attributes) if (local(key) === name) return attributes[key];
  return undefined;
}

/** Whether an attribute says yes, as XML has it. */
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
