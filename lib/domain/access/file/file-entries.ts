import type { FileValue } from './file-words';

/** One assignment as a row of a file names it. */
export interface NamedCell {
  record: number;
  entity: number;
  /** Row where it is first named. */
  row: number;
  /** The value asked for; 'unknown' asks for nothing. */
  value: FileValue;
  /** The value at the export; undefined where the file does not say. */
  base: boolean | undefined;
}

/** One assignment that a file names. */
export interface FileEntry extends NamedCell {
  /** Named elsewhere with another value, so nothing is done for it. */
  isContradicted: boolean;
}

const isYes = 1;
const isUnknown = 2;
const hasBase = 4;
const baseIsYes = 8;
const contradicted = 16;

/**
 * The assignments that a file names, each once, in the order of the file. Columnar: 13 bytes an assignment, so that
 * two million of them stay small.
 */
export class FileEntries {
  readonly #entityCount: number;
  /** Position + 1 of each entity's entry, a row of them for each record that is named. */
  readonly #positions = new Map<number, Int32Array>();
  readonly #leftOut = new Set<number>();
  #records = new Int32Array(1_024);
  #entities = new Int32Array(1_024);
  #rows = new Int32Array(1_024);
  #flags = new Uint8Array(1_024);
  #size = 0;

  constructor(entityCount: number) {
    this.#entityCount = entityCount;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the file names any assignment of the record. */
  hasRecord(record: number): boolean {
    return this.#positions.has(record);
  }

  /** Whether the file names the assignment, in whatever way. */
  has(record: number, entity: number): boolean {
    return (this.#positions.get(record)?.[entity] ?? 0) > 0;
  }

  /** Adds an assignment, or answers the entry that it repeats or contradicts. */
  add(entry: NamedCell): { known: FileEntry; isSame: boolean } | null {
    const { record, entity, row, value, base } = entry;
    let ofRecord = this.#positions.get(record);
    if (!ofRecord) this.#positions.set(record, (ofRecord = new Int32Array(this.#entityCount)));
    const known = (ofRecord[entity] ?? 0) - 1;
    if (known >= 0) {
      const before = this.at(known);
      const isSame = before.value === value;
      if (!isSame) this.#flags[known] = (this.#flags[known] ?? 0) | contradicted;
      return { known: before, isSame };
    }
    if (this.#size === this.#rows.length) this.#grow();
    this.#records[this.#size] = record;
    this.#entities[this.#size] = entity;
    this.#rows[this.#size] = row;
    this.#flags[this.#size] =
      (value === 'unknown' ? isUnknown : value ? isYes : 0) |
      (base === undefined ? 0 : hasBase | (base ? baseIsYes : 0));
    this.#size++;
    ofRecord[entity] = this.#size;
    return null;
  }

  /** Of a record whose rows contradict each other nothing is done, whatever else they name. */
  leaveOut(record: number): void {
    this.#leftOut.add(record);
  }

  /** The entry at a position below `size`. */
  at(position: number): FileEntry {
    const flags = this.#flags[position] ?? 0;
    const record = this.#records[position] ?? -1;
    return {
      record,
      entity: this.#entities[position] ?? -1,
      row: this.#rows[position] ?? 0,
      value: (flags & isUnknown) > 0 ? 'unknown' : (flags & isYes) > 0,
      base: (flags & hasBase) === 0 ? undefined : (flags & baseIsYes) > 0,
      isContradicted: (flags & contradicted) > 0 || this.#leftOut.has(record),
    };
  }

  #grow(): void {
    const wider = this.#size * 2;
    this.#records = copied(this.#records, new Int32Array(wider));
    this.#entities = copied(this.#entities, new Int32Array(wider));
    this.#rows = copied(this.#rows, new Int32Array(wider));
    this.#flags = copied(this.#flags, new Uint8Array(wider));
  }
}

function copied<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
