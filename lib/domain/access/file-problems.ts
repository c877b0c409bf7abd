import { longestKeyPart } from '@/lib/contract/access';
import { mostListed, type ImportProblem } from '@/lib/contract/access-file';
import { cellInWords, recordInWords } from './access-words';
import type { FileEntry } from './file-entries';
import { FileSuggestions } from './file-suggestions';
import { fileValueOf, fileWordOf, isSheetError, type FileValue } from './file-words';
import type { AccessMatrix } from './matrix';

/** What is wrong with a file, row by row, in words; the first are kept, all are counted. */
export class FileProblems {
  readonly listed: ImportProblem[] = [];
  count = 0;
  readonly #matrix: AccessMatrix;
  readonly #suggestions: FileSuggestions;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
    this.#suggestions = new FileSuggestions(matrix);
  }

  add(row: number, message: string): void {
    this.count++;
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
    if (entityId.trim() === '') this.add(row, 'Entity is empty.');
    else if (entityId.length > longestKeyPart)
      this.add(row, `The entity has more than ${String(longestKeyPart)} characters.`);
    else {
      const meant = this.#suggestions.entityId(entityId);
      const hint = meant === undefined && isScientific(entityId) ? spreadsheetNumber : didYouMean(meant);
      this.add(row, `There is no entity “${entityId}”.${hint}`);
    }
  }

  noCombination(row: number, record: number, entity: number): void {
    const words = recordInWords(this.#cell(record, entity));
    this.add(row, `The service has no combination of ${words} with entity ${this.#matrix.entityId(entity)}.`);
  }

  contradiction(row: number, first: FileEntry, value: FileValue): void {
    const cell = cellInWords(this.#cell(first.record, first.entity));
    this.add(
      row,
      `Row ${String(first.row)} says ${fileWordOf(first.value)} and row ${String(row)} says ${fileWordOf(value)} for ${cell}. Keep one of them; nothing is changed for it.`,
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
