import 'server-only';
import { columnName, columnOf, SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { attributeOf, type XmlAttributes, type XmlHandler } from './xml-scanner';

interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
  shown: string;
  fault: string;
}

/** Work is 1 for each area or cell visited, and 8 more for a cell with a fault. */
const mostAreas = 100_000;
const mostWork = 4_000_000;

/** The merged cells of a sheet. Its XML lists them after the rows, so they need an earlier scan. */
export class MergedCells implements XmlHandler {
  readonly #areas: Area[] = [];
  #active: Area[] = [];
  #next = 0;
  #width = 0;
  #column = -1;
  #work = 0;

  /** @throws SheetFault for too many areas. */
  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.#column = -1;
    else if (name === 'c') {
      const reference = attributeOf(attributes, 'r');
      this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    } else if (name === 'v' || name === 'is') this.#width = Math.max(this.#width, this.#column + 1);
    else if (name === 'mergeCell') this.#add(attributeOf(attributes, 'ref') ?? '');
  }

  close(name: string): void {
    if (name === 'mergeCells') this.#areas.sort((one, other) => one.top - other.top);
  }

  /** Faults of a row's covered cells, by column; rows come in order. @throws SheetFault if that is too much work. */
  covered(row: number, cells: readonly string[]): [number, string][] {
    for (let area = this.#areas[this.#next]; area && area.top <= row; area = this.#areas[++this.#next]) {
      show(area, (row === area.top && cells[area.left]) || ''); // the caller skips rows without text
      this.#active.push(area);
    }
    this.#countWork(this.#active.length);
    this.#active = this.#active.filter(({ bottom }) => bottom >= row);
    const found: [number, string][] = [];
    for (const area of this.#active) {
      const isBlank = area.shown === '';
      const first = row === area.top ? area.left + 1 : area.left;
      const end = Math.min(area.right + 1, isBlank ? cells.length : this.#width);
      this.#countWork(Math.max(end - first, 0) * (isBlank ? 1 : 9));
      for (let column = first; column < end; column++)
        if (!isBlank || cells[column] !== '') found.push([column, area.fault]);
    }
    return found;
  }

  #add(reference: string): void {
    const [first = '', last = ''] = reference.split(':');
    const [top = 0, bottom = 0] = [first, last].map((end) => Number(/\d+$/.exec(end)?.[0] ?? 0));
    const [left, right] = [columnOf(first), columnOf(last)];
    if (this.#areas.push({ top, bottom, left, right, shown: '', fault: '' }) > mostAreas) throw tooMany();
  }

  #countWork(work: number): void {
    this.#work += work;
    if (this.#work > mostWork) throw tooMany();
  }
}

function show(area: Area, text: string): void {
  area.shown = text;
  area.fault = `the cell is merged with ${columnName(area.left)}${String(area.top)}, which shows “${text}”. Unmerge the cells and fill in each of them.`;
}

function tooMany(): SheetFault {
  return new SheetFault(
    'The sheet has too many merged cells. Unmerge them and fill in each cell, or save the sheet as CSV.',
    true,
  );
}
