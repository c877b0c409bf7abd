import type { Cell } from '@/lib/contract/access/access';
import { KeyIndex } from './key-index';

/** What one cell of the matrix can be: no such assignment, no access, access. */
export type CellState = 'none' | 'denied' | 'granted';

/** What is known of a cell; `loading`: nothing yet, the matrix has not arrived to its end. */
export type KnownValue = CellState | 'loading';

/** What is known of a cell that is in that state in what has arrived. */
export function knownValue(state: CellState, isComplete: boolean): KnownValue {
  return state === 'none' && !isComplete ? 'loading' : state;
}

/** The columns of a matrix as the codec writes and reads them. */
export interface MatrixColumns {
  recordTypes: readonly string[];
  entityIds: readonly string[];
  recordIds: readonly string[];
  /** Index into `recordTypes` of each record. */
  typeOfRecord: Uint16Array<ArrayBuffer>;
  /** One bit an assignment, `wordsPerRecord(entities)` words a record: whether it exists, whether it grants access. */
  exists: Uint32Array<ArrayBuffer>;
  granted: Uint32Array<ArrayBuffer>;
}

/** 32-bit words that one record needs for `entities` columns. */
export function wordsPerRecord(entities: number): number {
  return (entities + 31) >>> 5;
}

/**
 * The access matrix: master records (type, ID) x entities, columnar. Two bits an assignment (interface section 2.2
 * names a row per assignment; assignments the service did not name do not exist). Keys are compared exactly. The browser
 * gets it whole, as columns; the server's mirror gathers it row by row: `GrowingMatrix`.
 */
export class AccessMatrix {
  protected readonly typeNames: string[] = [];
  protected readonly idsOfEntities: string[] = [];
  protected readonly idsOfRecords: string[] = [];
  protected typeOfRecord = new Uint16Array(64);
  protected stride = 1;
  protected existsWords = new Uint32Array(64);
  protected grantedWords = new Uint32Array(64);
  protected assigned = 0;
  #revision = 0;
  protected readonly recordKeys = new KeyIndex(
    (position) => this.typeOfRecord[position] ?? 0,
    (position) => this.idsOfRecords[position],
  );
  protected readonly entityKeys = new KeyIndex(
    () => 0,
    (position) => this.idsOfEntities[position],
  );

  /** A matrix over columns that the codec read; takes the arrays over. */
  static fromColumns<M extends AccessMatrix>(this: new () => M, columns: MatrixColumns): M {
    const matrix = new this();
    matrix.stride = Math.max(1, wordsPerRecord(columns.entityIds.length));
    matrix.typeNames.push(...columns.recordTypes);
    matrix.typeOfRecord = columns.typeOfRecord;
    matrix.existsWords = columns.exists;
    matrix.grantedWords = columns.granted;
    for (const id of columns.entityIds) matrix.entityKeys.add(matrix.idsOfEntities.push(id) - 1);
    for (const id of columns.recordIds) matrix.recordKeys.add(matrix.idsOfRecords.push(id) - 1);
    for (const word of columns.exists) matrix.assigned += popcount(word);
    return matrix;
  }

  get recordCount(): number {
    return this.idsOfRecords.length;
  }
  get entityCount(): number {
    return this.idsOfEntities.length;
  }
  /** Assignments that exist. */
  get assignments(): number {
    return this.assigned;
  }
  /** Letters of the longest entity ID. */
  get longestEntityId(): number {
    return this.idsOfEntities.reduce((length, id) => Math.max(length, id.length), 0);
  }
  /** Another number whenever `set` has written another state. */
  get revision(): number {
    return this.#revision;
  }
  get recordTypes(): readonly string[] {
    return this.typeNames;
  }
  get entityIds(): readonly string[] {
    return this.idsOfEntities;
  }

  /** Record type at a record index; '' outside. */
  recordType(record: number): string {
    return this.typeNames[this.typeOfRecord[record] ?? -1] ?? '';
  }
  /** Index into `recordTypes` of a record. */
  recordTypeIndex(record: number): number {
    return this.typeOfRecord[record] ?? 0;
  }
  /** Record ID at a record index; '' outside. */
  recordId(record: number): string {
    return this.idsOfRecords[record] ?? '';
  }
  /** All record IDs in the order of their indices. */
  recordIds(): readonly string[] {
    return this.idsOfRecords;
  }
  /** Entity ID at an entity index; '' outside. */
  entityId(entity: number): string {
    return this.idsOfEntities[entity] ?? '';
  }

  /** The assignment at these indices. */
  cell(record: number, entity: number): Cell {
    return {
      recordType: this.recordType(record),
      recordId: this.recordId(record),
      entityId: this.entityId(entity),
    };
  }

  /** Index of a record, or -1. */
  recordIndex(recordType: string, recordId: string): number {
    const type = this.typeNames.indexOf(recordType);
    return type < 0 ? -1 : this.recordKeys.find(type, recordId);
  }
  /** Index of an entity, or -1. */
  entityIndex(entityId: string): number {
    return this.entityKeys.find(0, entityId);
  }

  /** State of the cell at (record, entity). */
  state(record: number, entity: number): CellState {
    const word = record * this.stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    if (((this.existsWords[word] ?? 0) & bit) === 0) return 'none';
    return ((this.grantedWords[word] ?? 0) & bit) === 0 ? 'denied' : 'granted';
  }

  /** The assignments of a record with entities `word * 32` to `word * 32 + 31`, a bit each; 0 outside the matrix. */
  existsWord(record: number, word: number): number {
    return this.#isInside(record, word) ? (this.existsWords[record * this.stride + word] ?? 0) : 0;
  }
  /** As `existsWord`, of those that grant access. */
  grantedWord(record: number, word: number): number {
    return this.#isInside(record, word) ? (this.grantedWords[record * this.stride + word] ?? 0) : 0;
  }

  /** Entities that may use the record, and assignments the record has. */
  countsOfRecord(record: number): { granted: number; existing: number } {
    let granted = 0;
    let existing = 0;
    for (let word = record * this.stride, end = word + this.stride; word < end; word++) {
      granted += popcount(this.grantedWords[word] ?? 0);
      existing += popcount(this.existsWords[word] ?? 0);
    }
    return { granted, existing };
  }

  /** How many records have that type. */
  recordsOfType(recordType: string): number {
    const type = this.typeNames.indexOf(recordType);
    let count = 0;
    for (let record = 0; record < this.recordCount; record++)
      count += Number(this.typeOfRecord[record] === type);
    return count;
  }

  /** Gives the cell at (record, entity), two indices of the matrix, this state. */
  set(record: number, entity: number, state: CellState): void {
    const before = this.state(record, entity);
    if (before === state) return;
    this.#revision++;
    this.assigned += Number(before === 'none') - Number(state === 'none');
    const word = record * this.stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    const put = (words: Uint32Array, isSet: boolean) => {
      words[word] = isSet ? (words[word] ?? 0) | bit : (words[word] ?? 0) & ~bit;
    };
    put(this.existsWords, state !== 'none');
    put(this.grantedWords, state === 'granted');
  }

  #isInside(record: number, word: number): boolean {
    return record >= 0 && record < this.recordCount && word < this.stride;
  }
}

/** Number of bits set in a 32-bit word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The place of the lowest bit that is set in a 32-bit word, which is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
