import { longestKeyPart } from '@/lib/contract/limits';
import type { ImportProblem } from '@/lib/contract/access/access-file';
import type { FileShape } from '@/lib/contract/access/file-kinds';
import { mostFileCells, mostFileRows, mostListed } from '@/lib/contract/limits';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { fromFormulaSafe } from '@/lib/domain/spreadsheet/csv';
import { SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { FileEntries, type NamedCell } from './file-entries';
import { layoutOf, type FileLayout } from './file-layout';
import { FileProblems, RowsBelow } from './file-problems';
import { baseOfLetter, columnsDigest, fileValueOf } from './file-words';

/** A column of the wide shape. */
interface FileColumn {
  column: number;
  entity: number;
  entityId: string;
  /** Where its letter stands in a row's base. */
  letter: number;
  /** The rows with a value in it, where there is no entity of that name. */
  below: RowsBelow | null;
}

/** Takes a file's rows one by one and keeps which assignments they name; what is wrong with a row becomes a problem. */
export class AccessFileReader {
  readonly entries: FileEntries;
  /** Rows with something in them, without the header. */
  rows = 0;
  /** Cells that were named more than once with the same value. */
  merged = 0;
  readonly #matrix: AccessMatrix;
  readonly #entityCount: number;
  readonly #problems: FileProblems;
  #layout: FileLayout | null = null;
  #headerRow = 0;
  #columns: FileColumn[] = [];
  #cells = 0;
  readonly #notices: string[] = [];
  /** Rows whose base has another number of letters than there are columns. */
  #baseless = 0;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
    this.#entityCount = matrix.entityCount; // the matrix may grow while a file is read
    this.entries = new FileEntries(this.#entityCount);
    this.#problems = new FileProblems(matrix);
  }

  /** The first problems, and how many there are. */
  get problems(): { listed: readonly ImportProblem[]; count: number } {
    const row = this.#headerRow;
    const ofHeader = this.#columns.flatMap(({ entityId, below }) =>
      below === null ? [] : [{ row, message: this.#problems.noEntityColumnWords(entityId, below) }],
    );
    const { listed, count } = this.#problems;
    return { listed: [...ofHeader, ...listed].slice(0, mostListed), count: ofHeader.length + count };
  }

  /** Rows of which nothing is done, without those that a later row contradicts: these are known by their entries. */
  get leftOut(): ReadonlySet<number> {
    return this.#problems.leftOut;
  }

  /** What to know of the whole file, in words. */
  get notices(): readonly string[] {
    if (this.#baseless === 0) return this.#notices;
    const rows = this.#baseless === 1 ? 'one row' : `${this.#baseless.toLocaleString('en')} rows`;
    return [
      ...this.#notices,
      `The column Base of ${rows} is not as it was exported and could not be used: there, cells that were changed in the service since the export are not told apart.`,
    ];
  }

  /** Whether a header was found and understood. */
  get hasHeader(): boolean {
    return this.#layout !== null;
  }

  /** @throws SheetFault for a file without a header. */
  get layout(): FileLayout {
    if (this.#layout === null)
      throw new SheetFault('The file is empty. It needs a header in its first row and rows below it.');
    return this.#layout;
  }

  /**
   * Takes the next row; rows with nothing in them are passed over.
   * @throws SheetFault where the header is not understood or the file is too large.
   */
  take({ number, cells }: SheetRow): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.#layout === null) {
      this.#begin(cells, number);
      return;
    }
    this.rows++;
    this.#cells += this.#layout.shape === 'wide' ? this.#columns.length : 1;
    if (this.#layout.shape === 'long' ? this.rows > mostFileRows : this.#cells > mostFileCells)
      throw tooLarge(this.#layout.shape);
    if (cells.slice(this.#layout.width).some((cell) => cell !== '')) {
      this.#problems.add(
        number,
        'This row has more cells than the header has columns. Check for separators and quotation marks inside cells.',
      );
    } else if (this.#layout.shape === 'long') this.#takeLong(cells, number, this.#layout);
    else this.#takeWide(cells, number, this.#layout);
  }

  #begin(header: readonly string[], row: number): void {
    const layout = layoutOf(header);
    this.#layout = layout;
    this.#headerRow = row;
    if (layout.ignored.length > 0)
      this.#notices.push(`Not read: the columns ${layout.ignored.map((name) => `“${name}”`).join(', ')}.`);
    for (const [at, { column, entityId }] of layout.entityColumns.entries()) {
      const entity = this.#entityAt(entityId);
      this.#columns.push({
        column,
        entity,
        entityId,
        letter: at,
        below: entity < 0 ? new RowsBelow() : null,
      });
    }
    if (layout.shape === 'wide' && layout.base >= 0) {
      const ids = layout.entityColumns.map(({ entityId }) => entityId);
      if (layout.origin?.columns === columnsDigest(ids)) return;
      this.#layout = { ...layout, base: -1 };
      this.#notices.push(
        'The columns of the entities are not those of the export any more, so the column Base could not be used: cells that were changed in the service since the export are not told apart.',
      );
    }
  }

  #takeLong(cells: readonly string[], row: number, layout: FileLayout): void {
    const word = cells[layout.access] ?? '';
    const value = this.#problems.valueOf(row, word);
    const record = this.#recordAt(row, cells, layout);
    const entityId = cells[layout.entity] ?? '';
    const entity = this.#entityAt(entityId);
    if (entity < 0) this.#problems.noEntity(row, entityId);
    const baseWord = layout.base < 0 ? '' : (cells[layout.base] ?? '').trim();
    const base = baseWord === '' ? undefined : fileValueOf(baseWord);
    if (baseWord !== '' && base === undefined) this.#problems.noBase(row, baseWord);
    else if (value !== undefined && record >= 0 && entity >= 0)
      this.#name([{ record, entity, row, value, base: base === 'unknown' ? undefined : base }], false);
  }

  /** A row with a problem changes nothing, so its cells are named when all of them are understood. */
  #takeWide(cells: readonly string[], row: number, layout: FileLayout): void {
    const record = this.#recordAt(row, cells, layout);
    if (record < 0) return;
    // A workbook that was a CSV before keeps the apostrophe of one whose base began with '-'.
    const written = layout.base < 0 ? '' : fromFormulaSafe(cells[layout.base] ?? '').trim();
    const isWhole = written.length === layout.entityColumns.length;
    if (written !== '' && !isWhole) this.#baseless++;
    const letters = isWhole ? written : '';
    const named: NamedCell[] = [];
    for (const { column, entity, entityId, letter, below } of this.#columns) {
      const word = cells[column] ?? '';
      if (word.trim() === '') continue; // not set up, or nothing asked for
      if (below !== null) {
        below.add(row);
        this.#problems.leftOut.add(row);
        continue;
      }
      const value = this.#problems.valueOf(row, word, entityId);
      if (value === undefined) continue;
      named.push({ record, entity, row, value, base: baseOfLetter(letters.charAt(letter)) });
    }
    if (!this.#problems.leftOut.has(row)) this.#name(named, true);
  }

  /** Names the cells of one row, unless one of them is not set up. */
  #name(row: readonly NamedCell[], isWide: boolean): void {
    const missing = row.filter(({ record, entity }) => this.#matrix.state(record, entity) === 'none');
    for (const cell of missing) this.#problems.noAssignment(cell.row, cell.record, cell.entity);
    if (missing.length > 0) return;
    for (const cell of row) {
      const repeated = this.entries.add(cell);
      if (repeated?.isSame === true) this.merged++;
      else if (repeated) {
        this.#problems.contradiction(cell.row, repeated.known, cell.value, isWide);
        if (isWide) this.entries.leaveOut(cell.record);
      }
    }
  }

  #recordAt(row: number, cells: readonly string[], layout: FileLayout): number {
    const recordType = cells[layout.recordType] ?? '';
    const recordId = cells[layout.recordId] ?? '';
    const record = isTooLong(recordType, recordId) ? -1 : this.#matrix.recordIndex(recordType, recordId);
    if (record < 0) this.#problems.noRecord(row, recordType, recordId);
    return record;
  }

  #entityAt(entityId: string): number {
    const entity = isTooLong(entityId) ? -1 : this.#matrix.entityIndex(entityId);
    return entity < this.#entityCount ? entity : -1;
  }
}

function isTooLong(...parts: readonly string[]): boolean {
  return parts.some((part) => part.length > longestKeyPart);
}

function tooLarge(shape: FileShape): SheetFault {
  const most =
    shape === 'long'
      ? `${mostFileRows.toLocaleString('en')} rows`
      : `${mostFileCells.toLocaleString('en')} assignments`;
  return new SheetFault(
    `The file has more than ${most}, the most that are compared at once. Split it, or export with a narrower filter.`,
    true,
  );
}
