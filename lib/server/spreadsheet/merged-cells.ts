import 'server-only';
import { columnName, columnOf, mostColumns } from '@/lib/domain/spreadsheet/sheet-row';
import { attributeOf, type XmlAttributes, type XmlHandler } from './xml-scanner';

interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** What its first cell holds, which is shown in place of all others. */
  shown: string;
}

/** The merged cells of a sheet. Its XML names them after the rows, so a scan for them goes first. */
export class MergedCells implements XmlHandler {
  readonly #areas: Area[] = [];
  /** Those that reach the row that was asked about last. */
  #active: Area[] = [];
  #next = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (name !== 'mergeCell') return;
    const [first = '', last = ''] = (attributeOf(attributes, 'ref') ?? '').split(':');
    const [top = 0, bottom = 0] = [first, last].map((reference) => Number(/\d+$/.exec(reference)?.[0] ?? 0));
    const right = Math.min(columnOf(last), mostColumns - 1);
    this.#areas.push({ top, bottom, left: columnOf(first), right, shown: '' });
  }

  close(name: string): void {
    if (name === 'mergeCells') this.#areas.sort((one, other) => one.top - other.top);
  }

  /** What is wrong with the cells of a row that others cover, by column. Rows are asked about in their order. */
  covered(row: number, cells: readonly string[]): [number, string][] {
    for (let area = this.#areas[this.#next]; area && area.top <= row; area = this.#areas[++this.#next])
      this.#active.push(area);
    this.#active = this.#active.filter(({ bottom }) => bottom >= row);
    return this.#active.flatMap((area) => {
      const { top, left, right } = area;
      if (row === top) area.shown = cells[left] ?? '';
      const fault = `the cell is merged with ${columnName(left)}${String(top)}, which shows “${area.shown}”. Unmerge the cells and fill in each of them.`;
      const found: [number, string][] = [];
      for (let column = row === top ? left + 1 : left; column <= right; column++)
        if (area.shown !== '' || (cells[column] ?? '') !== '') found.push([column, fault]);
      return found;
    });
  }
}
