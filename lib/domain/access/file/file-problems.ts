import { longestKeyPart } from '@/lib/contract/limits';
import type { ImportProblem } from '@/lib/contract/access/access-file';
import { mostListed } from '@/lib/contract/limits';
import { cellInWords, recordInWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { fromFormulaSafe } from '@/lib/domain/spreadsheet/csv';
import type { FileEntry } from './file-entries';
import { fileValueOf, fileWordOf, isSheetError, type FileValue } from './file-words';

/** What is wrong with a file, row by row, in words; the first are kept, all are counted. */
export class FileProblems {
  count = 0;
  /** Rows of which nothing is done. */
  readonly leftOut = new Set<number>();
  /** The first of them, as far as the file was read. */
  readonly listed: ImportProblem[] = [];
  readonly #matrix: AccessMatrix;
  readonly #suggestions: FileSuggestions;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
    this.#suggestions = new FileSuggestions(matrix);
  }

  add(row: number, message: string): void {
    this.count++;
    this.leftOut.add(row);
    if (this.listed.length < mostListed) this.listed.push({ row, message });
  }

  /** The value of a word; undefined, and a problem, where it is none. `entityId` names the column of the wide shape. */
  valueOf(row: number, word: string, entityId?: string): FileValue | undefined {
    const value = fileValueOf(word);
    if (value !== undefined) return value;
    const where = entityId === undefined ? '' : ` for entity ${entityId}`;
    if (word.trim() === '') this.add(row, `Access is empty${where}. Write yes or no.`);
    else if (isSheetError(word))
      this.add(row, `“${shown(word)}”${where} is an error of the spreadsheet. Write yes or no.`);
    else this.add(row, `“${shown(word)}”${where} is neither yes nor no.`);
    return undefined;
  }

  noRecord(row: number, recordType: string, recordId: string): void {
    const matrix = this.#matrix;
    if (recordType.trim() === '') this.add(row, 'Record type is empty.');
    else if (recordId.trim() === '') this.add(row, 'Record ID is empty.');
    else if (Math.max(recordType.length, recordId.length) > longestKeyPart)
      this.add(row, `Record type or record ID has more than ${String(longestKeyPart)} characters.`);
    else if (!matrix.recordTypes.includes(recordType)) {
      const meant = this.#suggestions.recordType(recordType);
      this.add(row, `There is no record type “${recordType}”.${didYouMean(meant)}`);
    } else {
      const meant = this.#suggestions.recordId(recordType, recordId);
      const hint = meant === undefined && isScientific(recordId) ? spreadsheetNumber : didYouMean(meant);
      this.add(row, `There is no ${recordInWords({ recordType, recordId: `“${recordId}”` })}.${hint}`);
    }
  }

  noEntity(row: number, entityId: string): void {
    this.add(row, this.#noEntityWords(entityId));
  }

  /** Of a column of the wide shape whose name is no entity: told once, not again for each row with a value below it. */
  noEntityColumnWords(entityId: string, below: RowsBelow): string {
    const words = this.#noEntityWords(entityId);
    return below.count === 0
      ? `${words} The column is empty.`
      : `${words} ${belowInWords(below)}: rename the column or remove it.`;
  }

  #noEntityWords(entityId: string): string {
    if (entityId.trim() === '') return 'Entity is empty.';
    if (entityId.length > longestKeyPart)
      return `The entity has more than ${String(longestKeyPart)} characters.`;
    const meant = this.#suggestions.entityId(entityId);
    const hint = meant === undefined && isScientific(entityId) ? spreadsheetNumber : didYouMean(meant);
    return `There is no entity “${entityId}”.${hint}`;
  }

  noBase(row: number, word: string): void {
    this.add(row, `“${shown(word)}” in the column Base is no value. Leave that column as it was exported.`);
  }

  noAssignment(row: number, record: number, entity: number): void {
    const words = recordInWords(this.#cell(record, entity));
    this.add(row, `${words} is not set up in entity ${this.#matrix.entityId(entity)}.`);
  }

  /** @param isWhole whether nothing is changed for the whole record, as in the wide shape. */
  contradiction(row: number, first: FileEntry, value: FileValue, isWhole: boolean): void {
    const cell = this.#cell(first.record, first.entity);
    this.add(
      row,
      `Row ${String(first.row)} says ${fileWordOf(first.value)} and row ${String(row)} says ${fileWordOf(value)} for ${cellInWords(cell)}. Keep one of them; nothing is changed for ${isWhole ? recordInWords(cell) : 'it'}.`,
    );
  }

  #cell(record: number, entity: number) {
    return {
      recordType: this.#matrix.recordType(record),
      recordId: this.#matrix.recordId(record),
      entityId: this.#matrix.entityId(entity),
    };
  }
}

/** Rows with a value below a column that is no entity. */
export class RowsBelow {
  count = 0;
  /** As many as a problem names. */
  readonly first: number[] = [];

  add(row: number): void {
    this.count++;
    if (this.first.length < mostNamed) this.first.push(row);
  }
}

/** Most rows that are named in one problem. */
const mostNamed = 5;

/** "Rows 2, 3 and 12 more have a value in it and change nothing". */
function belowInWords({ count, first }: RowsBelow): string {
  const named = first.map(String);
  if (count > first.length) named.push(`${inDigits(count - first.length)} more`);
  const rows = `${plural(count, 'Row', 'Rows')} ${new Intl.ListFormat('en-GB').format(named)}`;
  return `${rows} ${plural(count, 'has', 'have')} a value in it and ${plural(count, 'changes', 'change')} nothing`;
}

const spreadsheetNumber =
  ' It looks like a number that a spreadsheet has rewritten: format the column as text.';

function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean “${meant}”?`;
}

/** "1,00E+05". */
function isScientific(text: string): boolean {
  return /^\d+([.,]\d+)?E[+-]?\d+$/i.test(text.trim());
}

function shown(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}

/**
 * Finds what somebody may have meant by an ID that does not exist: another case, stray spaces, leading zeros that a
 * spreadsheet dropped, an apostrophe that a CSV had before a formula's sign and a workbook then kept, or the word
 * "Entity" before an entity's ID. Its indexes are made when first asked for, because most files need none.
 */
class FileSuggestions {
  readonly #matrix: AccessMatrix;
  #types: Map<string, string> | null = null;
  #records: Map<string, number> | null = null;
  #entities: Map<string, string> | null = null;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
  }

  /** A record type that reads much the same; undefined if none does. */
  recordType(text: string): string | undefined {
    this.#types ??= new Map(this.#matrix.recordTypes.map((type) => [plain(type), type]));
    return this.#types.get(plain(text));
  }

  /** The ID of a record that reads much the same. */
  recordId(recordType: string, text: string): string | undefined {
    const matrix = this.#matrix;
    if (this.#records === null) {
      this.#records = new Map();
      for (let record = matrix.recordCount - 1; record >= 0; record--)
        this.#records.set(`${matrix.recordType(record)}\0${plain(matrix.recordId(record))}`, record);
    }
    const record = this.#records.get(`${recordType}\0${plain(text)}`);
    return record === undefined ? undefined : matrix.recordId(record);
  }

  /** An entity ID that reads much the same. */
  entityId(text: string): string | undefined {
    this.#entities ??= new Map(this.#matrix.entityIds.map((id) => [plain(id), id]));
    return (
      this.#entities.get(plain(text)) ??
      this.#entities.get(plain(plain(text).replace(/^entity\b(?: id\b)?[\s:#]*/, '')))
    );
  }
}

/** A text without what people and spreadsheets get wrong about it. */
function plain(text: string): string {
  return fromFormulaSafe(text)
    .replaceAll('\u00A0', ' ')
    .trim()
    .toLowerCase()
    .replace(/^0+(?=[^\s])/, '');
}
