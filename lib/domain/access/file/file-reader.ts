import { longestKeyPart } from '@/lib/contract/limits';
import type { ImportProblem } from '@/lib/contract/access/access-file';
import type { FileShape } from '@/lib/contract/access/file-kinds';
import { mostFileCells, mostFileRows, mostListed } from '@/lib/contract/limits';
import { recordInWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { fromFormulaSafe } from '@/lib/domain/spreadsheet/csv';
import { columnName, SheetFault, type SheetRow } from '@/lib/domain/spreadsheet/sheet-row';
import { FileEntries, type NamedCell } from './file-entries';
import { readsTheSame, shown, unguarded } from './file-disguises';
import { layoutOf, namesRecords, type FileLayout } from './file-layout';
import { FileProblems, namelessColumnWords, othersToo, RowsBelow, sameNameWords } from './file-problems';
import { baseOfLetter, columnsDigest, fileValueOf, isSheetError, standsForEmpty } from './file-words';

/** The header is looked for in so many rows. */
const mostRowsAbove = 20;

/** A column of an entity, or one without a name. */
interface FileColumn {
  column: number;
  entity: number;
  /** '' for a column without a name: of either shape, for it may have been meant to be read. */
  entityId: string;
  /** Where its letter stands in a row's base. */
  letter: number;
  /** The rows with a value in it, where there is no entity of that name or another column has it too. */
  below: RowsBelow | null;
  /** The later columns of the same entity, which have the same `below`. */
  twins: number[];
  /** What is wrong with its head. */
  fault: string | undefined;
}

/** Takes a file's rows one by one and keeps which assignments they name; what is wrong with a row becomes a problem. */
export class AccessFileReader {
  readonly entries: FileEntries;
  /** Rows with something in them, without the header. */
  rows = 0;
  /** Cells that were named more than once with the same value. */
  merged = 0;
  readonly #matrix: AccessMatrix;
  readonly #names: MatrixNames;
  readonly #entityCount: number;
  readonly #problems: FileProblems;
  #layout: FileLayout | null = null;
  #headerRow = 0;
  /** The first row, where it is no header, and how many rows followed that are none. */
  #first: SheetRow | null = null;
  #rowsAbove = 0;
  #columns: FileColumn[] = [];
  #cells = 0;
  readonly #notices: string[] = [];
  /** Rows whose base has another number of letters than there are columns. */
  #baseless = 0;

  /**
   * @param names what the console calls records and entities: a row that calls one otherwise changes nothing.
   * @param before what the service listed before, where the matrix is of a shorter list that is in doubt.
   */
  constructor(matrix: AccessMatrix, names: MatrixNames = noNames, before: MatrixFigures | null = null) {
    this.#matrix = matrix;
    this.#names = names;
    this.#entityCount = matrix.entityCount; // the matrix may grow while a file is read
    this.entries = new FileEntries(this.#entityCount);
    this.#problems = new FileProblems(matrix, before);
  }

  /** The first problems, and how many there are. */
  get problems(): { listed: readonly ImportProblem[]; count: number } {
    const row = this.#headerRow;
    const isLong = this.#layout?.shape === 'long';
    const told = new Set<RowsBelow>();
    const ofHeader = this.#columns.flatMap(({ column, entityId, below, twins, fault }) => {
      if (below === null || told.has(below)) return [];
      told.add(below);
      if (twins.length > 0) return [{ row, message: sameNameWords([column, ...twins], entityId, below) }];
      if (entityId === '' && fault === undefined && below.count === 0) return [];
      if (isLong)
        return below.count === 0 ? [] : [{ row, message: namelessColumnWords(column, below, fault) }];
      return [{ row, message: this.#problems.noEntityColumnWords(column, entityId, below, fault) }];
    });
    const { listed, count } = this.#problems;
    return { listed: [...ofHeader, ...listed].slice(0, mostListed), count: ofHeader.length + count };
  }

  /** Rows of which nothing is done, without those that a later row contradicts: these are known by their entries. */
  get leftOut(): ReadonlySet<number> {
    return this.#problems.leftOut;
  }

  /** What to know of the whole file, in words. */
  get notices(): readonly string[] {
    const notices = [...this.#notices];
    if (this.#baseless > 0) {
      const rows = this.#baseless === 1 ? 'one row' : `${this.#baseless.toLocaleString('en')} rows`;
      notices.push(
        `The column Base of ${rows} is not as it was exported and could not be used: there, cells that were changed in the service since the export are not told apart.`,
      );
    }
    return notices;
  }

  /** Whether a header was found and understood. */
  get hasHeader(): boolean {
    return this.#layout !== null;
  }

  /** @throws SheetFault for a file without a header. */
  get layout(): FileLayout {
    if (this.#layout === null && this.#first !== null) layoutOfRow(this.#first); // throws
    if (this.#layout === null)
      throw new SheetFault('The file is empty. It needs a header in its first row and rows below it.');
    return this.#layout;
  }

  /**
   * Takes the next row; rows with nothing in them are passed over.
   * @throws SheetFault where the header is not understood or the file is too large.
   */
  take({ number, cells, faults = noFaults }: SheetRow): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.#layout === null) {
      this.#takeHeader({ number, cells, faults });
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
    } else if (faults.size > 0 && this.#hasFaults(number, faults, this.#layout)) return;
    else if (this.#layout.shape === 'long') this.#takeLong({ number, cells, faults }, this.#layout);
    else this.#takeWide({ number, cells, faults }, this.#layout);
  }

  /** Takes the header. Rows above it are not passed over: a sheet that was sorted with its header has records there. */
  #takeHeader(row: SheetRow): void {
    const isHeader = namesRecords(row.cells);
    if (isHeader && this.#first === null) this.#begin(row);
    else if (isHeader && this.#first !== null)
      throw new SheetFault(
        `Row ${String(this.#first.number)} holds “${shown(this.#first.cells.find((cell) => cell.trim() !== '') ?? '', 40)}”; the header seems to be in row ${String(row.number)}. Remove the rows above the header, or move records among them below it.`,
      );
    else {
      this.#first ??= row;
      if (++this.#rowsAbove === mostRowsAbove) layoutOfRow(this.#first); // throws
    }
  }

  /** Whether cells that are read are not sure to hold what a person meant. Then nothing of the row is done. */
  #hasFaults(row: number, faults: Faults, layout: FileLayout): boolean {
    const before = this.#problems.count;
    const columns: [column: number, title: string, others?: string][] = [
      [layout.recordType, 'Record type'],
      [layout.recordId, 'Record ID'],
      [layout.entity, 'Entity'],
      [layout.access, 'Access'],
      [layout.base, 'Base'],
      ...this.#columns
        .filter(({ below }) => below === null) // of another column any value is told with its head
        .map(({ column, entityId }): [number, string, string] => [column, `Entity ${entityId}`, othersToo]),
    ];
    for (const [column, title, others = ''] of columns) {
      const fault = faults.get(column);
      if (fault !== undefined) this.#problems.add(row, `${title}: ${fault}${others}`);
    }
    return this.#problems.count > before;
  }

  #begin({ number, cells, faults = noFaults }: SheetRow): void {
    const layout = layoutOfRow({ number, cells, faults });
    this.#layout = layout;
    this.#headerRow = number;
    if (layout.ignored.length > 0)
      this.#notices.push(
        `Not read: the columns ${layout.ignored.map((name) => `“${shown(name)}”`).join(', ')}.`,
      );
    const firsts = new Map<number, FileColumn>();
    for (const [at, { column, entityId }] of layout.entityColumns.entries()) {
      const fault = faults.get(column);
      const entity = fault === undefined ? this.#entityAt(entityId) : -1;
      const first = firsts.get(entity);
      const below = first ? (first.below ??= new RowsBelow()) : entity < 0 ? new RowsBelow() : null;
      const one = { column, entity, entityId, letter: at, below, twins: [], fault };
      first?.twins.push(column);
      if (entity >= 0 && !first) firsts.set(entity, one);
      this.#columns.push(one);
    }
    for (const column of layout.nameless)
      this.#columns.push({
        column,
        entity: -1,
        entityId: '',
        letter: -1,
        below: new RowsBelow(),
        twins: [],
        fault: faults.get(column),
      });
    if (layout.shape === 'wide' && layout.base >= 0) {
      const ids = layout.entityColumns.map(({ entityId }) => entityId);
      if (layout.origin?.columns === columnsDigest(ids)) return;
      this.#layout = { ...layout, base: -1 };
      this.#notices.push(
        'The columns of the entities are not those of the export any more, so the column Base could not be used: cells that were changed in the service since the export are not told apart.',
      );
    }
  }

  #takeLong({ number: row, cells, faults }: SheetRow, layout: FileLayout): void {
    for (const { column, below } of this.#columns) if ((cells[column] ?? '').trim() !== '') below?.add(row);
    const word = cells[layout.access] ?? '';
    const value = this.#problems.valueOf(row, word);
    const record = this.#recordAt(row, cells, layout);
    const entityId = cells[layout.entity] ?? '';
    const entity = this.#entityAt(entityId);
    if (entity < 0) this.#problems.noEntity(row, entityId);
    const isOther = this.#isCalledOtherwise({ number: row, cells, faults }, layout, record, entity);
    const baseWord = layout.base < 0 ? '' : (cells[layout.base] ?? '').trim();
    const base = baseWord === '' ? undefined : fileValueOf(baseWord);
    if (baseWord !== '' && base === undefined) this.#problems.noBase(row, baseWord);
    else if (value !== undefined && record >= 0 && entity >= 0 && !isOther)
      this.#name([{ record, entity, row, value, base: base === 'unknown' ? undefined : base }], false);
  }

  /** A row with a problem changes nothing, so its cells are named when all of them are understood. */
  #takeWide({ number: row, cells, faults }: SheetRow, layout: FileLayout): void {
    const record = this.#recordAt(row, cells, layout);
    if (record < 0 || this.#isCalledOtherwise({ number: row, cells, faults }, layout, record, -1)) return;
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
        // It is no fault of the file that the service does not list an entity now, so the rest of the row counts.
        if (!this.#problems.wasListed(entityId)) this.#problems.leftOut.add(row);
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
    for (const cell of missing) this.#problems.noAssignment(cell.row, cell.record, cell.entity, isWide);
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

  /**
   * Whether a row calls its record or its entity otherwise than the console does; each is a problem, for the ID may be of
   * another one. A cell that holds no name, and what the console has no name for, is not compared.
   */
  #isCalledOtherwise(
    { number, cells, faults = noFaults }: SheetRow,
    layout: FileLayout,
    record: number,
    entity: number,
  ): boolean {
    const before = this.#problems.count;
    const compare = (columns: readonly number[], inConsole: string, what: () => string): void => {
      for (const column of inConsole === '' ? [] : columns) {
        const inFile = cells[column] ?? '';
        if (faults.has(column) || readsTheSame(inFile, inConsole) || readsTheSame(inFile, '')) continue;
        if (isSheetError(inFile) || standsForEmpty(inFile)) continue;
        this.#problems.otherName(number, what(), inFile, inConsole);
      }
    };
    const { recordNames, entityNames } = layout;
    compare(recordNames, this.#names.record(record), () =>
      recordInWords({
        recordType: this.#matrix.recordType(record),
        recordId: this.#matrix.recordId(record),
      }),
    );
    compare(entityNames, this.#names.entity(entity), () => `entity ${this.#matrix.entityId(entity)}`);
    return this.#problems.count > before;
  }

  #recordAt(row: number, cells: readonly string[], layout: FileLayout): number {
    const find = (type: string, id: string): number =>
      isTooLong(type, id) ? -1 : this.#matrix.recordIndex(type, id);
    const recordId = cells[layout.recordId] ?? '';
    let recordType = cells[layout.recordType] ?? '';
    let record = find(recordType, recordId);
    if (record < 0 && layout.origin === null) {
      if (!this.#matrix.recordTypes.includes(recordType)) recordType = unguarded(recordType) ?? recordType;
      record = find(recordType, recordId);
      if (record < 0) record = find(recordType, unguarded(recordId) ?? recordId);
    }
    if (record < 0) this.#problems.noRecord(row, recordType, recordId);
    return record;
  }

  /** An export writes each ID as it is; elsewhere people guard zeros, which is taken off where that ID exists. */
  #entityAt(entityId: string): number {
    const find = (id: string): number => {
      const entity = isTooLong(id) ? -1 : this.#matrix.entityIndex(id);
      return entity < this.#entityCount ? entity : -1;
    };
    const entity = find(entityId);
    const inner = entity < 0 && this.#layout?.origin === null ? unguarded(entityId) : null;
    return inner === null ? entity : find(inner);
  }
}

type Faults = NonNullable<SheetRow['faults']>;

const noFaults: Faults = new Map();

/** @throws SheetFault for a header that is not understood, with what is wrong with its first cell that is not readable. */
function layoutOfRow({ cells, number, faults = noFaults }: SheetRow): FileLayout {
  try {
    return layoutOf(cells, number);
  } catch (error) {
    const [first] = faults;
    if (!(error instanceof SheetFault) || first === undefined) throw error;
    throw new SheetFault(`${error.message} Column ${columnName(first[0])}: ${first[1]}`);
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
