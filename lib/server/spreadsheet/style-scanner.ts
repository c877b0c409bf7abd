import 'server-only';
import { builtInFormat, cellFormat, type CellFormat } from '@/lib/domain/spreadsheet/cell-format';
import { attributeOf, type XmlAttributes, type XmlHandler } from './xml-scanner';

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
