import type { Cell } from '@/lib/contract/access/access';
import { wordsPerRecord, type AccessMatrix } from './matrix';

/** A bit in each half byte, and the lower half of each byte: counters of 4 and of 8 bits, side by side in a word. */
const halves = 0x11111111;
const lowHalves = 0x0f0f0f0f;
/** Additions that such counters hold before they are emptied: 15 into the halves, 17 times that into the bytes. */
const mostInHalves = 15;
const mostInBytes = 255;
/** Of more columns than these all are counted at once: that takes about as long. */
const mostSingly = 32;

/** What lies below an entity among some records: assignments, and those that grant access; by entity index. */
export interface ColumnCounts {
  granted: Uint32Array;
  existing: Uint32Array;
}

/** A number of assignments, and how many of them grant access. */
export interface Share {
  granted: number;
  existing: number;
}

/** What lies below one entity. */
export function shareBelow({ granted, existing }: ColumnCounts, entity: number): Share {
  return { granted: granted[entity] ?? 0, existing: existing[entity] ?? 0 };
}

/** The sum of some. */
export function sumOfShares(shares: Iterable<Share>): Share {
  const sum = { granted: 0, existing: 0 };
  for (const { granted, existing } of shares) {
    sum.granted += granted;
    sum.existing += existing;
  }
  return sum;
}

/** What lies below some entities together. */
export function shareOfAll(counts: ColumnCounts, entities: Iterable<number>): Share {
  return sumOfShares(Array.from(entities, (entity) => shareBelow(counts, entity)));
}

/** The counts of columns over some records, counted when first asked for and brought up to what is written to their matrix. */
export class CurrentCounts implements ColumnCounts {
  readonly #matrix: AccessMatrix;
  readonly #records: Uint32Array;
  #revision: number;
  /** Null: nobody has asked yet. */
  #counts: ColumnCounts | null = null;

  constructor(matrix: AccessMatrix, records: Uint32Array) {
    this.#matrix = matrix;
    this.#records = records;
    this.#revision = matrix.revision;
  }

  get granted(): Uint32Array {
    return this.#counted().granted;
  }
  get existing(): Uint32Array {
    return this.#counted().existing;
  }

  /**
   * Counts anew what was written since.
   * @param cells all that may have been; null: nobody knows which.
   * @returns whether anything was written.
   */
  update(cells: readonly Cell[] | null = null): boolean {
    if (this.#revision === this.#matrix.revision) return false;
    this.#revision = this.#matrix.revision;
    const entities = new Set(cells?.map(({ entityId }) => this.#matrix.entityIndex(entityId)));
    if (cells === null || entities.size > mostSingly) this.#counts = null;
    else if (this.#counts !== null) for (const entity of entities) this.#count(entity);
    return true;
  }

  #counted(): ColumnCounts {
    return (this.#counts ??= countColumns(this.#matrix, this.#records));
  }

  #count(entity: number): void {
    if (entity < 0) return; // the matrix does not have it yet
    let [granted, existing] = [0, 0];
    for (const record of this.#records) {
      const state = this.#matrix.state(record, entity);
      if (state === 'none') continue;
      existing++;
      if (state === 'granted') granted++;
    }
    this.granted[entity] = granted;
    this.existing[entity] = existing;
  }
}

/** What several parts come to together, brought up with them. */
export class SummedCounts implements ColumnCounts {
  readonly #parts: readonly CurrentCounts[];
  #sums: ColumnCounts | null = null;

  constructor(parts: readonly CurrentCounts[]) {
    this.#parts = parts;
  }

  get granted(): Uint32Array {
    return this.#summed().granted;
  }
  get existing(): Uint32Array {
    return this.#summed().existing;
  }

  /** As that of its parts. */
  update(cells: readonly Cell[] | null = null): boolean {
    const isCounted = this.#parts.map((part) => part.update(cells)).includes(true);
    if (isCounted) this.#sums = null;
    return isCounted;
  }

  #summed(): ColumnCounts {
    return (this.#sums ??= { granted: this.#sum('granted'), existing: this.#sum('existing') });
  }

  #sum(kind: keyof ColumnCounts): Uint32Array {
    const sums = new Uint32Array(this.#parts[0]?.[kind].length ?? 0);
    for (const part of this.#parts)
      part[kind].forEach((count, entity) => (sums[entity] = (sums[entity] ?? 0) + count));
    return sums;
  }
}

/**
 * Counts every column over these records at once: eight columns are added in one go by counters that lie side by side
 * in a word, without a branch, so that 100,000 records x 200 entities take a few milliseconds.
 */
export function countColumns(matrix: AccessMatrix, records: Uint32Array): ColumnCounts {
  const granted = new Uint32Array(matrix.entityCount);
  const existing = new Uint32Array(matrix.entityCount);
  for (let word = 0; word < wordsPerRecord(matrix.entityCount); word++) {
    countWord(records, (record) => matrix.grantedWord(record, word), granted, word * 32);
    countWord(records, (record) => matrix.existsWord(record, word), existing, word * 32);
  }
  return { granted, existing };
}

function countWord(
  records: Uint32Array,
  wordOf: (record: number) => number,
  counts: Uint32Array,
  first: number,
): void {
  const bytes = new Uint32Array(8);
  for (let from = 0; from < records.length;) {
    const full = Math.min(records.length, from + mostInBytes);
    while (from < full) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (const end = Math.min(full, from + mostInHalves); from < end; from++) {
        const word = wordOf(records[from] ?? 0);
        a += word & halves;
        b += (word >>> 1) & halves;
        c += (word >>> 2) & halves;
        d += (word >>> 3) & halves;
      }
      addHalves(bytes, 0, a);
      addHalves(bytes, 1, b);
      addHalves(bytes, 2, c);
      addHalves(bytes, 3, d);
    }
    const columns = Math.min(32, counts.length - first);
    for (let column = 0; column < columns; column++)
      counts[first + column] =
        (counts[first + column] ?? 0) + (((bytes[column & 7] ?? 0) >>> (column & 24)) & 0xff);
    bytes.fill(0);
  }
}

function addHalves(bytes: Uint32Array, at: number, halfBytes: number): void {
  bytes[at] = (bytes[at] ?? 0) + (halfBytes & lowHalves);
  bytes[at + 4] = (bytes[at + 4] ?? 0) + ((halfBytes >>> 4) & lowHalves);
}
