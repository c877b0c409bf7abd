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
 * names a row per assignment; assignments the service did not name do not exist). The same class serves the
 * server's mirror and the browser. Keys are compared exactly; a row named twice keeps its last value.
 */
export class AccessMatrix {
  readonly #recordTypes: string[] = [];
  readonly #entityIds: string[] = [];
  readonly #recordIds: string[] = [];
  #typeOfRecord = new Uint16Array(64);
  #stride = 1;
  #exists = new Uint32Array(64);
  #granted = new Uint32Array(64);
  #assignments = 0;
  #revision = 0;
  #lastRecord = -1;
  #lastEntity = -1;
  readonly #records = new KeyIndex(
    (position) => this.#typeOfRecord[position] ?? 0,
    (position) => this.#recordIds[position],
  );
  readonly #entities = new KeyIndex(
    () => 0,
    (position) => this.#entityIds[position],
  );

  /** A matrix over columns that the codec read; takes the arrays over. */
  static fromColumns(columns: MatrixColumns): AccessMatrix {
    const matrix = new AccessMatrix();
    matrix.#stride = Math.max(1, wordsPerRecord(columns.entityIds.length));
    matrix.#recordTypes.push(...columns.recordTypes);
    matrix.#typeOfRecord = columns.typeOfRecord;
    matrix.#exists = columns.exists;
    matrix.#granted = columns.granted;
    for (const id of columns.entityIds) matrix.#entities.add(matrix.#entityIds.push(id) - 1);
    for (const id of columns.recordIds) matrix.#records.add(matrix.#recordIds.push(id) - 1);
    for (const word of columns.exists) matrix.#assignments += popcount(word);
    return matrix;
  }

  get recordCount(): number {
    return this.#recordIds.length;
  }
  get entityCount(): number {
    return this.#entityIds.length;
  }
  /** Assignments that exist. */
  get assignments(): number {
    return this.#assignments;
  }
  /** Letters of the longest entity ID. */
  get longestEntityId(): number {
    return this.#entityIds.reduce((length, id) => Math.max(length, id.length), 0);
  }
  /** Another number whenever `set` has written another state. */
  get revision(): number {
    return this.#revision;
  }
  get recordTypes(): readonly string[] {
    return this.#recordTypes;
  }
  get entityIds(): readonly string[] {
    return this.#entityIds;
  }

  /** Record type at a record index; '' outside. */
  recordType(record: number): string {
    return this.#recordTypes[this.#typeOfRecord[record] ?? -1] ?? '';
  }
  /** Index into `recordTypes` of a record. */
  recordTypeIndex(record: number): number {
    return this.#typeOfRecord[record] ?? 0;
  }
  /** Record ID at a record index; '' outside. */
  recordId(record: number): string {
    return this.#recordIds[record] ?? '';
  }
  /** All record IDs in the order of their indices. */
  recordIds(): readonly string[] {
    return this.#recordIds;
  }
  /** Entity ID at an entity index; '' outside. */
  entityId(entity: number): string {
    return this.#entityIds[entity] ?? '';
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
    const type = this.#recordTypes.indexOf(recordType);
    return type < 0 ? -1 : this.#records.find(type, recordId);
  }
  /** Index of an entity, or -1. */
  entityIndex(entityId: string): number {
    return this.#entities.find(0, entityId);
  }

  /** State of the cell at (record, entity). */
  state(record: number, entity: number): CellState {
    const word = record * this.#stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    if (((this.#exists[word] ?? 0) & bit) === 0) return 'none';
    return ((this.#granted[word] ?? 0) & bit) === 0 ? 'denied' : 'granted';
  }

  /** The assignments of a record with entities `word * 32` to `word * 32 + 31`, a bit each; 0 outside the matrix. */
  existsWord(record: number, word: number): number {
    return this.#isInside(record, word) ? (this.#exists[record * this.#stride + word] ?? 0) : 0;
  }
  /** As `existsWord`, of those that grant access. */
  grantedWord(record: number, word: number): number {
    return this.#isInside(record, word) ? (this.#granted[record * this.#stride + word] ?? 0) : 0;
  }

  /** Entities that may use the record, and assignments the record has. */
  countsOfRecord(record: number): { granted: number; existing: number } {
    let granted = 0;
    let existing = 0;
    for (let word = record * this.#stride, end = word + this.#stride; word < end; word++) {
      granted += popcount(this.#granted[word] ?? 0);
      existing += popcount(this.#exists[word] ?? 0);
    }
    return { granted, existing };
  }

  /** How many records have that type. */
  recordsOfType(recordType: string): number {
    const type = this.#recordTypes.indexOf(recordType);
    let count = 0;
    for (let record = 0; record < this.recordCount; record++)
      count += Number(this.#typeOfRecord[record] === type);
    return count;
  }

  /**
   * Adds one assignment, or sets its value if it is known. Takes the four fields apart, not as an object, because a
   * whole matrix passes through here. Rows in either order of nesting (by record or by entity) are fastest.
   */
  add(recordType: string, recordId: string, entityId: string, accessible: boolean): void {
    // A service lists all entities of a record, or all records of an entity: the neighbour is usually the answer.
    let record = this.#lastRecord;
    if (!this.#isRecord(record, recordType, recordId) && !this.#isRecord(++record, recordType, recordId)) {
      record = this.#recordIndexOrNew(recordType, recordId);
    }
    this.#lastRecord = record;
    let entity = this.#lastEntity + 1;
    if (this.#entityIds[entity] !== entityId) {
      entity =
        this.#entityIds[this.#lastEntity] === entityId ? this.#lastEntity : this.#entityIndexOrNew(entityId);
    }
    this.#lastEntity = entity;
    const word = record * this.#stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    const exists = this.#exists[word] ?? 0;
    if ((exists & bit) === 0) {
      this.#exists[word] = exists | bit;
      this.#assignments++;
    }
    const granted = this.#granted[word] ?? 0;
    this.#granted[word] = accessible ? granted | bit : granted & ~bit;
  }

  /** Takes an assignment away; its record and its entity stay. */
  remove(recordType: string, recordId: string, entityId: string): void {
    const record = this.recordIndex(recordType, recordId);
    const entity = this.entityIndex(entityId);
    if (record >= 0 && entity >= 0) this.set(record, entity, 'none');
  }

  /** Gives the cell at (record, entity), two indices of the matrix, this state. */
  set(record: number, entity: number, state: CellState): void {
    const before = this.state(record, entity);
    if (before === state) return;
    this.#revision++;
    this.#assignments += Number(before === 'none') - Number(state === 'none');
    const word = record * this.#stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    const put = (words: Uint32Array, isSet: boolean) => {
      words[word] = isSet ? (words[word] ?? 0) | bit : (words[word] ?? 0) & ~bit;
    };
    put(this.#exists, state !== 'none');
    put(this.#granted, state === 'granted');
  }

  /** The columns at their exact size: a copy that later changes do not touch. */
  columns(): MatrixColumns {
    const records = this.recordCount;
    const tight = wordsPerRecord(this.entityCount);
    return {
      recordTypes: [...this.#recordTypes],
      entityIds: [...this.#entityIds],
      recordIds: [...this.#recordIds],
      typeOfRecord: this.#typeOfRecord.slice(0, records),
      exists: restride(this.#exists, records, this.#stride, tight),
      granted: restride(this.#granted, records, this.#stride, tight),
    };
  }

  /** Gives back what growing left unused; for a matrix that has been read to the end. */
  trim(): void {
    const tight = Math.max(1, wordsPerRecord(this.entityCount));
    this.#exists = restride(this.#exists, this.recordCount, this.#stride, tight);
    this.#granted = restride(this.#granted, this.recordCount, this.#stride, tight);
    this.#typeOfRecord = this.#typeOfRecord.slice(0, this.recordCount);
    this.#stride = tight;
  }

  #isInside(record: number, word: number): boolean {
    return record >= 0 && record < this.recordCount && word < this.#stride;
  }

  #isRecord(record: number, recordType: string, recordId: string): boolean {
    return this.#recordIds[record] === recordId && this.recordType(record) === recordType;
  }

  #recordIndexOrNew(recordType: string, recordId: string): number {
    let type = this.#recordTypes.indexOf(recordType);
    if (type < 0) type = this.#recordTypes.push(recordType) - 1;
    if (type > 0xffff) throw new RangeError('The matrix holds 65,536 record types at most.');
    const known = this.#records.find(type, recordId);
    if (known >= 0) return known;
    const record = this.#recordIds.push(recordId) - 1;
    if (record >= this.#typeOfRecord.length) {
      const wider = new Uint16Array(this.#typeOfRecord.length * 2 + 64);
      wider.set(this.#typeOfRecord);
      this.#typeOfRecord = wider;
    }
    this.#typeOfRecord[record] = type;
    const words = (record + 1) * this.#stride;
    if (words > this.#exists.length) {
      this.#exists = grownTo(this.#exists, words);
      this.#granted = grownTo(this.#granted, words);
    }
    this.#records.add(record);
    return record;
  }

  #entityIndexOrNew(entityId: string): number {
    const known = this.#entities.find(0, entityId);
    if (known >= 0) return known;
    const entity = this.#entityIds.push(entityId) - 1;
    if (wordsPerRecord(entity + 1) > this.#stride) {
      const wider = this.#stride * 2;
      this.#exists = restride(this.#exists, this.recordCount, this.#stride, wider);
      this.#granted = restride(this.#granted, this.recordCount, this.#stride, wider);
      this.#stride = wider;
    }
    this.#entities.add(entity);
    return entity;
  }
}

/** Number of bits set in a 32-bit word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function restride(
  words: Uint32Array<ArrayBuffer>,
  records: number,
  from: number,
  to: number,
): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(Math.max(1, records) * to);
  const width = Math.min(from, to);
  for (let record = 0; record < records; record++) {
    result.set(words.subarray(record * from, record * from + width), record * to);
  }
  return result;
}

function grownTo(words: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const result = new Uint32Array(Math.max(atLeast, words.length * 2));
  result.set(words);
  return result;
}
