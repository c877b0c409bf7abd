import 'server-only';
import {
  longestCell,
  mostColumns,
  mostSheetRows,
  SheetFault,
  type SheetRow,
} from '@/lib/domain/spreadsheet/sheet-row';
import { attributeOf, type XmlAttributes, type XmlHandler } from './xml-scanner';

const booleans = new Map([
  ['1', 'true'],
  ['0', 'false'],
]);

/** Most cells that a sheet may pass over: few bytes can name a cell far to the right. */
const mostGaps = 4_000_000;

/** Collects the texts of runs (`t` inside `si`, `is` or `r`), leaving out phonetic ones (`rPh`). */
class TextRuns {
  #text = '';
  #isOpen = false;
  #phonetic = 0;

  open(name: string): void {
    if (name === 'rPh') this.#phonetic++;
    else if (name === 't') this.#isOpen = this.#phonetic === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic--;
    else if (name === 't') this.#isOpen = false;
  }

  add(text: string): void {
    if (!this.#isOpen) return;
    this.#text += text;
    if (this.#text.length > longestCell * 8) throw tooLong(); // `_xHHHH_` may stand for one character
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Takes the table of texts from its XML, in their order. */
export class SharedStringScanner implements XmlHandler {
  readonly strings: string[] = [];
  readonly #runs = new TextRuns();

  open(name: string): void {
    this.#runs.open(name);
  }

  close(name: string): void {
    this.#runs.close(name);
    if (name === 'si') this.strings.push(this.#runs.take());
  }

  text(text: string): void {
    this.#runs.add(text);
  }
}

/** Makes the rows of a sheet from its XML. */
export class SheetScanner implements XmlHandler {
  readonly #shared: readonly string[];
  readonly #runs = new TextRuns();
  #rows: SheetRow[] = [];
  #cells: string[] | null = null;
  #number = 0;
  #column = -1;
  #kind = '';
  #value = '';
  #isValue = false;
  #gaps = 0;

  constructor(shared: readonly string[]) {
    this.#shared = shared;
  }

  /** The rows that have become whole since the last call. */
  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') {
      const number = Number(attributeOf(attributes, 'r') ?? this.#number + 1);
      if (!Number.isInteger(number) || number <= this.#number || number > mostSheetRows) throw disorder();
      this.#number = number;
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c' && this.#cells) {
      const reference = attributeOf(attributes, 'r');
      this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
      if (this.#column < this.#cells.length || this.#column >= mostColumns) throw disorder();
      this.#kind = attributeOf(attributes, 't') ?? 'n';
      this.#value = '';
    } else if (name === 'v') this.#isValue = true;
    else this.#runs.open(name);
  }

  close(name: string): void {
    this.#runs.close(name);
    if (name === 'v') this.#isValue = false;
    else if (name === 'c' && this.#cells) {
      this.#gaps += this.#column - this.#cells.length;
      if (this.#gaps > mostGaps) throw disorder();
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells.push(this.#textOfCell());
    } else if (name === 'row' && this.#cells) {
      this.#rows.push({ number: this.#number, cells: this.#cells });
      this.#cells = null;
    }
  }

  text(text: string): void {
    if (!this.#isValue) {
      this.#runs.add(text);
      return;
    }
    this.#value += text;
    if (this.#value.length > longestCell * 8) throw tooLong();
  }

  #textOfCell(): string {
    const inline = this.#runs.take();
    switch (this.#kind) {
      case 'inlineStr':
        return inline;
      case 's':
        return this.#sharedText();
      case 'b':
        return booleans.get(this.#value) ?? this.#value;
      case 'n':
        return numberAsText(this.#value);
      default:
        return unescaped(this.#value); // text of a formula, an error, a date
    }
  }

  #sharedText(): string {
    const text = /^\d+$/.test(this.#value) ? this.#shared[Number(this.#value)] : undefined;
    if (text === undefined) throw missingText();
    return text;
  }
}

/** As people typed it: "40000", not "4.0E4". */
function numberAsText(value: string): string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? value : String(number);
}

/** "AB12" is column 27, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < Math.min(reference.length, 4); at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** `_x000D_` stands for a character that XML cannot carry (ECMA-376, ST_Xstring). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function tooLong(): SheetFault {
  return new SheetFault(
    `A cell is longer than the ${longestCell.toLocaleString('en')} characters a spreadsheet allows.`,
  );
}

function missingText(): SheetFault {
  return new SheetFault(
    'The workbook is damaged: a cell points to a text that it does not have. Save it again in a spreadsheet.',
  );
}

function disorder(): SheetFault {
  return new SheetFault(
    'The sheet is damaged: its rows or columns are out of order. Save it again in a spreadsheet.',
  );
}
