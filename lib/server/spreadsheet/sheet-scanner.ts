import 'server-only';
import {
  builtInFormat,
  cellFormat,
  held,
  type CellFormat,
  type ShownCell,
} from '@/lib/domain/spreadsheet/cell-format';
import {
  columnOf,
  longestCell,
  mostColumns,
  mostSheetRows,
  SheetFault,
  type SheetRow,
} from '@/lib/domain/spreadsheet/sheet-row';
import type { MergedCells } from './merged-cells';
import { attributeOf, isOn, type XmlAttributes, type XmlHandler } from './xml-scanner';

const booleans = new Map([
  ['1', 'true'],
  ['0', 'false'],
]);

/** Few bytes can name a cell far to the right. */
const mostGaps = 4_000_000;

/** Collects the texts of runs (`t` inside `si`, `is` or `r`), without phonetic ones (`rPh`). */
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

export class StyleScanner implements XmlHandler {
  readonly formats: CellFormat[] = [];
  readonly #is1904: boolean;
  readonly #codes = new Map<number, string>();
  readonly #made = new Map<string, CellFormat>();
  #isOfCells = false;

  constructor(is1904: boolean) {
    this.#is1904 = is1904;
  }

  open(name: string, attributes: XmlAttributes): void {
    const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
    if (name === 'numFmt') this.#codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
    else if (name === 'cellXfs') this.#isOfCells = true;
    else if (name === 'xf' && this.#isOfCells) this.formats.push(this.#formatOf(id));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isOfCells = false;
  }

  #formatOf(id: number): CellFormat {
    const code = this.#codes.get(id) ?? builtInFormat(id);
    const made = this.#made.get(code) ?? cellFormat(code, this.#is1904);
    this.#made.set(code, made);
    return made;
  }
}

export interface SheetContext {
  shared: readonly string[];
  formats: readonly CellFormat[];
  merged: MergedCells | null;
  /** Whether saved results of formulas are those that a spreadsheet shows. */
  areResultsTrue: boolean;
}

/** Turns the XML of a sheet into rows as a spreadsheet shows them; drops rows without text. */
export class SheetScanner implements XmlHandler {
  /** Rows and columns with text that a spreadsheet hides; columns from 0. */
  readonly hiddenRows: number[] = [];
  readonly hiddenColumns = new Set<number>();
  readonly #context: SheetContext;
  readonly #runs = new TextRuns();
  readonly #notShown: { first: number; last: number }[] = [];
  #rows: SheetRow[] = [];
  #cells: string[] | null = null;
  #faults = new Map<number, string>();
  #number = 0;
  #isHidden = false;
  #column = -1;
  #kind = '';
  #format: CellFormat | undefined;
  #hasFormula = false;
  #value: string | null = null;
  #isValue = false;
  #gaps = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

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
      this.#isHidden = isOn(attributes, 'hidden') || Number(attributeOf(attributes, 'ht') ?? 1) === 0;
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c' && this.#cells) {
      const reference = attributeOf(attributes, 'r');
      const column = reference === undefined ? this.#column + 1 : columnOf(reference);
      if (column <= this.#column || column >= mostColumns) throw disorder();
      this.#column = column;
      this.#kind = attributeOf(attributes, 't') ?? 'n';
      this.#format = this.#context.formats[Number(attributeOf(attributes, 's') ?? 0)];
      this.#hasFormula = false;
      this.#value = null;
    } else if (name === 'col') {
      const [first, last] = ['min', 'max'].map((end) => Number(attributeOf(attributes, end)) - 1);
      const isNone = isOn(attributes, 'hidden') || Number(attributeOf(attributes, 'width') ?? 1) === 0;
      if (isNone && first !== undefined && last !== undefined) this.#notShown.push({ first, last });
    } else if (name === 'v') {
      this.#isValue = true;
      this.#value = '';
    } else if (name === 'f') this.#hasFormula = true;
    else this.#runs.open(name);
  }

  close(name: string): void {
    this.#runs.close(name);
    if (name === 'v') this.#isValue = false;
    else if (name === 'c' && this.#cells) {
      const { text, fault } = this.#shownCell();
      if (text !== '') this.#put(this.#cells, this.#column, text, fault);
    } else if (name === 'row' && this.#cells) {
      if (this.#cells.length > 0) this.#finish(this.#cells);
      this.#cells = null;
    }
  }

  text(text: string): void {
    if (!this.#isValue) {
      this.#runs.add(text);
      return;
    }
    this.#value = `${this.#value ?? ''}${text}`;
    if (this.#value.length > longestCell * 8) throw tooLong();
  }

  #finish(cells: string[]): void {
    for (const [column, fault] of this.#context.merged?.covered(this.#number, cells) ?? [])
      this.#put(cells, column, cells[column] || '(merged)', fault);
    if (this.#isHidden) this.hiddenRows.push(this.#number);
    for (const { first, last } of this.#notShown)
      for (let column = first; column <= last && column < cells.length; column++)
        if (cells[column] !== '') this.hiddenColumns.add(column);
    this.#rows.push({
      number: this.#number,
      cells,
      ...(this.#faults.size > 0 && { faults: this.#faults }),
    });
    if (this.#faults.size > 0) this.#faults = new Map();
  }

  #put(cells: string[], column: number, text: string, fault: string | undefined): void {
    this.#gaps += Math.max(column - cells.length, 0);
    if (this.#gaps > mostGaps) throw tooFar();
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (fault !== undefined) this.#faults.set(column, fault);
  }

  #shownCell(): ShownCell {
    const inline = this.#runs.take();
    const value = this.#value ?? '';
    if (this.#hasFormula && (!this.#context.areResultsTrue || this.#isUnsaved)) return notSaved;
    switch (this.#kind) {
      case 'inlineStr':
        return this.#asText(inline);
      case 's':
        return this.#asText(this.#sharedText());
      case 'b':
        return { text: booleans.get(value) ?? value };
      case 'e':
        return {
          text: value,
          fault: `the cell shows “${value}”, an error of the spreadsheet. Type the value itself.`,
        };
      case 'd':
        return held('date', value);
      case 'n':
        return this.#asNumber(value);
      default:
        return this.#asText(unescaped(value)); // text of a formula
    }
  }

  /** A formula whose result is empty text has a result. */
  get #isUnsaved(): boolean {
    return this.#value === null || (this.#value === '' && this.#kind !== 'str');
  }

  #asText(text: string): ShownCell {
    return this.#format?.text(text) ?? { text };
  }

  #asNumber(value: string): ShownCell {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return { text: value };
    return (this.#format ?? general).number(number);
  }

  #sharedText(): string {
    const value = this.#value ?? '';
    const text = /^\d+$/.test(value) ? this.#context.shared[Number(value)] : undefined;
    if (text === undefined) throw missingText();
    return text;
  }
}

const general = cellFormat('General', false);

const notSaved: ShownCell = {
  text: '(formula)',
  fault:
    'the cell holds a formula whose result was not saved. Open the file in a spreadsheet, save it there and choose it again.',
};

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

function tooFar(): SheetFault {
  return new SheetFault(
    'Many rows of the sheet have cells far to the right of the others. Take these out, or save the sheet as CSV.',
    true,
  );
}
