import { longestKeyPart } from '@/lib/contract/limits';
import type { ImportProblem } from '@/lib/contract/access/access-file';
import { mostListed } from '@/lib/contract/limits';
import { cellInWords, recordInWords } from '@/lib/domain/access/access-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { firstNamed, listed, mostNamed, plural } from '@/lib/domain/counted';
import { columnName } from '@/lib/domain/spreadsheet/sheet-row';
import { asItLooks, differenceInWords, shown, unguarded, withoutDisguise } from './file-disguises';
import type { FileEntry } from './file-entries';
import { fileValueOf, fileWordOf, isSheetError, standsForEmpty, type FileValue } from './file-words';

/** Said of one cell of a wide row: nothing is done for a row that is not understood whole. */
export const othersToo = ' The row’s other values are left out too.';

/** What is wrong with a file, row by row, in words; the first are kept, all are counted. */
export class FileProblems {
  count = 0;
  /** Rows of which nothing is done. */
  readonly leftOut = new Set<number>();
  /** The first of them, as far as the file was read. */
  readonly listed: ImportProblem[] = [];
  readonly #matrix: AccessMatrix;
  readonly #suggestions: FileSuggestions;

  /** What the service listed before, while its list is in doubt. */
  readonly #before: { types: ReadonlySet<string>; entities: ReadonlySet<string> } | null;

  constructor(matrix: AccessMatrix, before: MatrixFigures | null) {
    this.#matrix = matrix;
    this.#suggestions = new FileSuggestions(matrix);
    const names = (counts: readonly [string, number][]) => new Set(counts.map(([name]) => name));
    this.#before = before && { types: names(before.types), entities: names(before.entities) };
  }

  /** Whether the service listed an entity before, which it does not list now that its list is in doubt. */
  wasListed(entityId: string): boolean {
    return this.#before?.entities.has(entityId) === true && this.#matrix.entityIndex(entityId) < 0;
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
    const where = entityId === undefined ? '' : ` for entity ${shown(entityId)}`;
    const told = `“${shown(word, 40)}”${where}`;
    const isWide = entityId !== undefined;
    const remedy = isWide ? `Write yes or no, or leave the cell empty.${othersToo}` : 'Write yes or no.';
    if (word.trim() === '') this.add(row, `Access is empty. ${remedy}`);
    else if (isSheetError(word)) this.add(row, `${told} is an error of the spreadsheet. ${remedy}`);
    else if (standsForEmpty(word))
      this.add(
        row,
        `${told} is what a program writes for an empty cell. ${isWide ? `Leave the cell empty.${othersToo}` : 'Write yes or no, or remove the row.'}`,
      );
    else this.add(row, `${told} is neither yes nor no. ${remedy}`);
    return undefined;
  }

  noRecord(row: number, recordType: string, recordId: string): void {
    const matrix = this.#matrix;
    if (recordType.trim() === '') this.add(row, 'Record type is empty.');
    else if (recordId.trim() === '') this.add(row, 'Record ID is empty.');
    else if (Math.max(recordType.length, recordId.length) > longestKeyPart)
      this.add(row, `Record type or record ID has more than ${String(longestKeyPart)} characters.`);
    else if (!matrix.recordTypes.includes(recordType) && this.#before?.types.has(recordType))
      this.add(row, notListed(`the record type “${shown(recordType)}”`));
    else if (!matrix.recordTypes.includes(recordType)) {
      const hint = hintInWords(recordType, this.#suggestions.recordTypes(recordType), 'record type');
      this.add(row, `There is no record type “${shown(recordType)}”.${hint}`);
    } else {
      const hint = hintInWords(recordId, this.#suggestions.recordIds(recordType, recordId), 'ID');
      const record = recordInWords({ recordType, recordId: `“${shown(recordId)}”` });
      this.add(row, (this.#before ? notListed(record) : `There is no ${record}.`) + hint);
    }
  }

  noEntity(row: number, entityId: string): void {
    this.add(row, this.#noEntityWords(entityId));
  }

  /** Of a column of the wide shape that has no name, or none of an entity: told once, not for each row with a value in it. @param fault what is wrong with its head. */
  noEntityColumnWords(column: number, entityId: string, below: RowsBelow, fault?: string): string {
    if (entityId === '' && fault === undefined)
      return `Column ${columnName(column)} has no name. ${belowInWords(below)}: name the column, or empty it.`;
    if (fault === undefined && this.wasListed(entityId))
      return `${this.#noEntityWords(entityId)} ${below.count === 0 ? 'The column is empty.' : `${valuesInWords(below)}, which is left out.`}`;
    const words =
      fault === undefined ? this.#noEntityWords(entityId) : `Column ${columnName(column)}: ${fault}`;
    return below.count === 0
      ? `${words} The column is empty.`
      : `${words} ${belowInWords(below)}: rename the column or remove it.`;
  }

  #noEntityWords(entityId: string): string {
    if (entityId.trim() === '') return 'Entity is empty.';
    if (entityId.length > longestKeyPart)
      return `The entity has more than ${String(longestKeyPart)} characters.`;
    if (this.wasListed(entityId)) return notListed(`entity “${shown(entityId)}”`);
    const hint = hintInWords(entityId, this.#suggestions.entityIds(entityId), 'entity');
    return `There is no entity “${shown(entityId)}”.${hint}`;
  }

  noBase(row: number, word: string): void {
    this.add(
      row,
      `“${shown(word, 40)}” in the column Base is no value. Leave that column as it was exported.`,
    );
  }

  /** @param what the record or entity with its ID. */
  otherName(row: number, what: string, inFile: string, inConsole: string): void {
    this.add(
      row,
      `The file calls ${what} “${shown(inFile, 80)}”, the console calls it “${shown(inConsole, 80)}”: either the ID is wrong, or the name has changed since. Correct the ID or the name, or clear the name.`,
    );
  }

  /** @param isWide whether the row may name other assignments, as in the wide shape. */
  noAssignment(row: number, record: number, entity: number, isWide: boolean): void {
    const words = recordInWords(this.#cell(record, entity));
    const inEntity = `in entity ${this.#matrix.entityId(entity)}`;
    const others = isWide ? othersToo : '';
    if (this.#before) this.add(row, notListed(`${words} ${inEntity}`) + others);
    else
      this.add(row, `${words} is not set up ${inEntity}.${isWide ? ' Leave the cell empty.' : ''}${others}`);
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

function notListed(what: string): string {
  return `The service does not list ${what} now; its list is in doubt.`;
}

/** Rows with a value below a column that is no entity, or below columns that are the same one. */
export class RowsBelow {
  count = 0;
  /** As many as a problem names. */
  readonly first: number[] = [];
  #last = 0;

  add(row: number): void {
    if (row === this.#last) return;
    this.#last = row;
    this.count++;
    if (this.first.length < mostNamed) this.first.push(row);
  }
}

/** Of columns of the wide shape that name the same entity: one of them may be meant for another, so neither is read. */
export function sameNameWords(columns: readonly number[], entityId: string, below: RowsBelow): string {
  const words = `Columns ${firstNamed(columns.map(columnName))} have the same name “${shown(entityId)}”.`;
  return below.count === 0
    ? `${words} They are empty.`
    : `${words} ${belowInWords(below, 'them')}: rename one, or remove it.`;
}

/** Of a column of the long shape that has no name and holds values: told once. @param fault what is wrong with its head. */
export function namelessColumnWords(column: number, below: RowsBelow, fault = 'It has no name.'): string {
  return `Column ${columnName(column)} is not read. ${fault} ${valuesInWords(below)}: name the column, or empty it.`;
}

/** "Rows 2, 3 and 12 more have a value in it and change nothing". */
function belowInWords(below: RowsBelow, where = 'it'): string {
  return `${valuesInWords(below, where)} and ${plural(below.count, 'changes', 'change')} nothing`;
}

/** "Rows 2, 3 and 12 more have a value in it". */
function valuesInWords({ count, first }: RowsBelow, where = 'it'): string {
  const rows = `${plural(count, 'Row', 'Rows')} ${firstNamed(first, count)}`;
  return `${rows} ${plural(count, 'has', 'have')} a value in ${where}`;
}

/** What to know of a text that is no ID: which one may be meant and how it differs, or what became of it. */
function hintInWords(given: string, alike: readonly string[], noun: string): string {
  const looks = asItLooks(given);
  const closest = alike.filter((one) => one === (unguarded(looks) ?? looks));
  const meant = closest.length === 1 ? closest : alike.slice(0, mostNamed);
  const [only] = meant;
  if (only === undefined)
    return isScientific(given) ? spreadsheetNumber : standsForEmpty(given) ? emptyCell : '';
  const names = listed(
    meant.map((one) => `“${shown(one)}”`),
    'or',
  );
  return ` Did you mean ${names}?${meant.length === 1 ? differenceInWords(given, only, noun) : ''}`;
}

const spreadsheetNumber =
  ' It looks like a number that a spreadsheet has rewritten, so digits may be lost: format the column as text, enter the ID again, and save the file.';
const emptyCell = ' This is what a program writes for an empty cell: enter the ID, or remove the row.';

/** "1,00E+05". */
function isScientific(text: string): boolean {
  return /^-?\d+([.,]\d+)?E[+-]?\d+$/i.test(text.trim());
}

/**
 * Finds what somebody may have meant by an ID that does not exist: another case, stray blanks, leading zeros that a
 * spreadsheet dropped, the disguises of `withoutDisguise`, or the word "Entity" before an entity's ID. Its indexes are
 * made when first asked for, because most files need none.
 */
class FileSuggestions {
  readonly #matrix: AccessMatrix;
  #types: Map<string, string[]> | null = null;
  #records: Map<string, string[]> | null = null;
  #entities: Map<string, string[]> | null = null;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
  }

  /** Record types that read much the same, also in the plural. */
  recordTypes(text: string): readonly string[] {
    this.#types ??= grouped(this.#matrix.recordTypes);
    const plain = withoutDisguise(text);
    return this.#types.get(plain) ?? this.#types.get(plain.replace(/s$/, '')) ?? [];
  }

  /** IDs of records of a type that read much the same. */
  recordIds(recordType: string, text: string): readonly string[] {
    const matrix = this.#matrix;
    this.#records ??= grouped(
      Array.from({ length: matrix.recordCount }, (_, record) => matrix.recordId(record)),
      (record) => `${matrix.recordType(record)}\0`,
    );
    return this.#records.get(`${recordType}\0${withoutDisguise(text)}`) ?? [];
  }

  /** Entity IDs that read much the same. */
  entityIds(text: string): readonly string[] {
    this.#entities ??= grouped(this.#matrix.entityIds);
    const plain = withoutDisguise(text);
    const bare = plain.replace(/^entity\b(?: id\b)?[\s:#]*/, '');
    return this.#entities.get(plain) ?? this.#entities.get(withoutDisguise(bare)) ?? [];
  }
}

/** Texts by what they are without disguise. @param before what stands before the key of the text at a position. */
function grouped(texts: readonly string[], before: (at: number) => string = () => ''): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [at, text] of texts.entries()) {
    const key = before(at) + withoutDisguise(text);
    const group = groups.get(key);
    if (group) group.push(text);
    else groups.set(key, [text]);
  }
  return groups;
}
