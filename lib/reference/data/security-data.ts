import { AccessPattern } from './access-pattern';
import { type Entities, makeEntities } from './entity-codes';
import { makeRecords, type Records } from './record-list';
import type { Size } from './size';

/** One assignment in the words of the interface. */
export interface Cell {
  recordType: string;
  recordId: string;
  entityId: string;
}

/** An assignment and the value it is to have. */
export interface Change extends Cell {
  accessible: boolean;
}

const key = (type: number, id: string): string => `${type}\u0000${id.toUpperCase()}`;

/** Every assignment of record and entity: computed from the seed, with the changes made since laid over it. */
export class SecurityData {
  readonly records: Records;
  readonly entities: Entities;
  readonly pattern: AccessPattern;
  /** Goes up by one with every change that took effect. */
  version = 0;
  private readonly changes = new Map<number, Map<number, boolean>>();
  private recordIndex: Map<string, number> | null = null;
  private readonly entityIndex: Map<string, number>;

  constructor(seed: number, size: Size) {
    this.records = makeRecords(size);
    this.entities = makeEntities(size.entities);
    this.pattern = new AccessPattern(seed, this.records, this.entities);
    this.entityIndex = new Map(this.entities.codes.map((code, index) => [code.toUpperCase(), index]));
  }

  /** Number of assignments: records times entities. */
  get rowCount(): number {
    return this.records.ids.length * this.entities.codes.length;
  }

  /** Index of a record type, letters compared without case; -1 when there is none. */
  findType(name: string): number {
    return this.records.types.findIndex((type) => type.toUpperCase() === name.toUpperCase());
  }

  /** Index of a record of a type (number compared without case); -1 when there is none. */
  findRecord(type: number, id: string): number {
    this.recordIndex ??= new Map(
      this.records.ids.map((recordId, index) => [key(this.records.typeOf[index] ?? 0, recordId), index]),
    );
    return this.recordIndex.get(key(type, id)) ?? -1;
  }

  /** Index of an entity (code compared without case); -1 when there is none. */
  findEntity(code: string): number {
    return this.entityIndex.get(code.toUpperCase()) ?? -1;
  }

  /** Writes the access of one record for all entities into `out`: 1 accessible, 0 not. */
  fillRow(record: number, out: Uint8Array): void {
    this.pattern.fill(record, out);
    const changed = this.changes.get(record);
    if (changed !== undefined) for (const [entity, accessible] of changed) out[entity] = accessible ? 1 : 0;
  }

  /** Sets one assignment; keeps only what differs from the computed value. Returns whether anything changed. */
  set(record: number, entity: number, accessible: boolean): boolean {
    const row = new Uint8Array(this.entities.codes.length);
    this.pattern.fill(record, row);
    const computed = row[entity] === 1;
    const changed = this.changes.get(record) ?? new Map<number, boolean>();
    const current = changed.get(entity) ?? computed;
    if (current === accessible) return false;
    if (accessible === computed) changed.delete(entity);
    else changed.set(entity, accessible);
    if (changed.size > 0) this.changes.set(record, changed);
    else this.changes.delete(record);
    this.version += 1;
    return true;
  }

  /** Forgets every change. */
  clear(): void {
    this.changes.clear();
    this.version += 1;
  }
}
