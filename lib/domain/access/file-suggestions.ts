import { fromFormulaSafe } from '@/lib/domain/spreadsheet/csv-text';
import type { AccessMatrix } from './matrix';

/**
 * Finds what somebody may have meant by an ID that does not exist: another case, stray spaces, leading zeros that a
 * spreadsheet dropped, or an apostrophe that a CSV had before a formula's sign and a workbook then kept. Its indexes are
 * made when first asked for, because most files need none.
 */
export class FileSuggestions {
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
    return this.#entities.get(plain(text));
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
