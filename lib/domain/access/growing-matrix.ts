import { AccessMatrix, wordsPerRecord, type MatrixColumns } from './matrix';

/** A matrix that takes assignments one by one, as a service lists them; a row named twice keeps its last value. */
export class GrowingMatrix extends AccessMatrix {
  #lastRecord = -1;
  #lastEntity = -1;

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
    if (this.idsOfEntities[entity] !== entityId) {
      entity =
        this.idsOfEntities[this.#lastEntity] === entityId
          ? this.#lastEntity
          : this.#entityIndexOrNew(entityId);
    }
    this.#lastEntity = entity;
    const word = record * this.stride + (entity >>> 5);
    const bit = 1 << (entity & 31);
    const exists = this.existsWords[word] ?? 0;
    if ((exists & bit) === 0) {
      this.existsWords[word] = exists | bit;
      this.assigned++;
    }
    const granted = this.grantedWords[word] ?? 0;
    this.grantedWords[word] = accessible ? granted | bit : granted & ~bit;
  }

  /** Takes an assignment away; its record and its entity stay. */
  remove(recordType: string, recordId: string, entityId: string): void {
    const record = this.recordIndex(recordType, recordId);
    const entity = this.entityIndex(entityId);
    if (record >= 0 && entity >= 0) this.set(record, entity, 'none');
  }

  /** The columns at their exact size: a copy that later changes do not touch. */
  columns(): MatrixColumns {
    const records = this.recordCount;
    const tight = wordsPerRecord(this.entityCount);
    return {
      recordTypes: [...this.typeNames],
      entityIds: [...this.idsOfEntities],
      recordIds: [...this.idsOfRecords],
      typeOfRecord: this.typeOfRecord.slice(0, records),
      exists: restride(this.existsWords, records, this.stride, tight),
      granted: restride(this.grantedWords, records, this.stride, tight),
    };
  }

  /** Gives back what growing left unused; for a matrix that has been read to the end. */
  trim(): void {
    const tight = Math.max(1, wordsPerRecord(this.entityCount));
    this.existsWords = restride(this.existsWords, this.recordCount, this.stride, tight);
    this.grantedWords = restride(this.grantedWords, this.recordCount, this.stride, tight);
    this.typeOfRecord = this.typeOfRecord.slice(0, this.recordCount);
    this.stride = tight;
  }

  #isRecord(record: number, recordType: string, recordId: string): boolean {
    return this.idsOfRecords[record] === recordId && this.recordType(record) === recordType;
  }

  #recordIndexOrNew(recordType: string, recordId: string): number {
    let type = this.typeNames.indexOf(recordType);
    if (type < 0) type = this.typeNames.push(recordType) - 1;
    if (type > 0xffff) throw new RangeError('The matrix holds 65,536 record types at most.');
    const known = this.recordKeys.find(type, recordId);
    if (known >= 0) return known;
    const record = this.idsOfRecords.push(recordId) - 1;
    if (record >= this.typeOfRecord.length) {
      const wider = new Uint16Array(this.typeOfRecord.length * 2 + 64);
      wider.set(this.typeOfRecord);
      this.typeOfRecord = wider;
    }
    this.typeOfRecord[record] = type;
    const words = (record + 1) * this.stride;
    if (words > this.existsWords.length) {
      this.existsWords = grownTo(this.existsWords, words);
      this.grantedWords = grownTo(this.grantedWords, words);
    }
    this.recordKeys.add(record);
    return record;
  }

  #entityIndexOrNew(entityId: string): number {
    const known = this.entityKeys.find(0, entityId);
    if (known >= 0) return known;
    const entity = this.idsOfEntities.push(entityId) - 1;
    if (wordsPerRecord(entity + 1) > this.stride) {
      const wider = this.stride * 2;
      this.existsWords = restride(this.existsWords, this.recordCount, this.stride, wider);
      this.grantedWords = restride(this.grantedWords, this.recordCount, this.stride, wider);
      this.stride = wider;
    }
    this.entityKeys.add(entity);
    return entity;
  }
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
