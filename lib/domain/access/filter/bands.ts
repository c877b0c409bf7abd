import { CurrentCounts } from '@/lib/domain/access/column-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** The records of one type among those that are shown: a band of the matrix, which folds into its head. */
export interface Band {
  recordType: string;
  /** Record indices in the order shown. */
  records: Uint32Array;
  /** What lies below each entity among them, by entity index. */
  counts: CurrentCounts;
}

/** Parts the records of a matrix, which lie in the order of their types, into bands. */
export function bandsOf(matrix: AccessMatrix, records: Uint32Array): Band[] {
  const bands: Band[] = [];
  for (let start = 0; start < records.length;) {
    const type = matrix.recordTypeIndex(records[start] ?? 0);
    let end = start + 1;
    while (end < records.length && matrix.recordTypeIndex(records[end] ?? 0) === type) end++;
    const own = records.subarray(start, end);
    const recordType = matrix.recordTypes[type] ?? '';
    bands.push({ recordType, records: own, counts: new CurrentCounts(matrix, own) });
    start = end;
  }
  return bands;
}

/**
 * Record types whose bands are unfolded before a person folds one: the first always, each other one where its records fit
 * into the rows that the heads of all bands, and the bands before it, leave of the window.
 * @param types in the order of their bands. @param rows that the window shows.
 */
export function fittingBands(
  types: readonly { recordType: string; records: number }[],
  rows: number,
): string[] {
  let left = rows - types.length;
  const fitting = types.filter(({ records }, at) => {
    const isUnfolded = at === 0 || records <= left;
    if (isUnfolded) left -= records;
    return isUnfolded;
  });
  return fitting.map(({ recordType }) => recordType);
}

/** A row of the matrix: a band's head, or one of the records of a band that is unfolded. */
export interface MatrixRow {
  band: Band;
  isOpen: boolean;
  /** Record index; -1 for a band's head. */
  record: number;
}

/** A band, and where its rows lie: from `top`, the records from `first`, before `end`. */
interface LaidBand {
  band: Band;
  isOpen: boolean;
  top: number;
  first: number;
  end: number;
}

/** The rows of a matrix: each band's head, and below it its records unless it is folded. */
export class MatrixRows {
  readonly count: number;
  readonly hasHeads: boolean;
  readonly #bands: readonly LaidBand[];
  readonly #matrix: AccessMatrix;
  /** The one asked for last: a view's cells are painted row by row. */
  #last: LaidBand | undefined;
  /** By record index, made when first asked for; -1 for what has no row. */
  #rowOfRecord: Int32Array | null = null;

  /** @param isOpen which bands are unfolded; null: they have no heads, and all are. */
  constructor(
    matrix: AccessMatrix,
    bands: readonly Band[],
    isOpen: ((recordType: string) => boolean) | null,
  ) {
    this.#matrix = matrix;
    this.hasHeads = isOpen !== null;
    let top = 0;
    this.#bands = bands.map((band) => {
      const isUnfolded = isOpen === null || isOpen(band.recordType);
      const first = top + (isOpen === null ? 0 : 1);
      const laid = {
        band,
        isOpen: isUnfolded,
        top,
        first,
        end: first + (isUnfolded ? band.records.length : 0),
      };
      top = laid.end;
      return laid;
    });
    this.count = top;
  }

  /** How many bands are unfolded, of how many; null where there are none with heads. */
  get bandCounts(): { open: number; all: number } | null {
    if (!this.hasHeads || this.#bands.length === 0) return null;
    return { open: this.#bands.filter(({ isOpen }) => isOpen).length, all: this.#bands.length };
  }

  /** The record of a row; -1: it is a band's head, or there is no such row. */
  recordAt(row: number): number {
    const laid = this.#laidAt(row);
    return laid === undefined || row < laid.first ? -1 : (laid.band.records[row - laid.first] ?? -1);
  }

  /** What a row is; undefined: there is none. */
  at(row: number): MatrixRow | undefined {
    const laid = this.#laidAt(row);
    return laid && { band: laid.band, isOpen: laid.isOpen, record: this.recordAt(row) };
  }

  /** The row of the head of the band that a row lies in; the row itself where there are no heads. */
  headOfRow(row: number): number {
    return this.hasHeads ? (this.#laidAt(row)?.top ?? row) : row;
  }

  /** The last row of an unfolded band whose head is this row; else the row itself. */
  lastUnder(row: number): number {
    const laid = this.hasHeads ? this.#laidAt(row) : undefined;
    return laid !== undefined && laid.top === row ? laid.end - 1 : row;
  }

  /** Where a record has its row; -1: it is folded away, or not shown. */
  rowOf(record: number): number {
    if (record < 0) return -1;
    return (this.#rowOfRecord ??= this.#inverse())[record] ?? -1;
  }

  /** Where a band has its head; -1: nothing of the type is shown, or there are no heads. */
  headOf(recordType: string): number {
    if (!this.hasHeads) return -1;
    return this.#bands.find(({ band }) => band.recordType === recordType)?.top ?? -1;
  }

  /** Where a record, or else the band that it is folded into, has its row; -1: it is not shown. */
  rowOrHeadOf(record: number): number {
    const row = this.rowOf(record);
    if (row >= 0 || record < 0) return row;
    const head = this.headOf(this.#matrix.recordType(record));
    return head >= 0 && this.recordsIn(head, head).includes(record) ? head : -1;
  }

  /** First and last of the records that have their own among some rows, by their places among all; the last before the first: none. */
  placesIn(top: number, bottom: number): { top: number; bottom: number } {
    const parts = this.#bands.map(({ band, first, end }) => ({
      start: first,
      end,
      places: band.records.length,
    }));
    const [first, last] = placesAmong(parts, top, bottom);
    return { top: first, bottom: last };
  }

  /** The records that some rows stand for: the head of a folded band for all of its records, of an unfolded one for none. */
  recordsIn(top: number, bottom: number): Uint32Array {
    const parts = this.#bands
      .filter((laid) => laid.top <= bottom && laid.end > top)
      .map((laid) => {
        const { band, isOpen, first } = laid;
        if (!isOpen) return band.records;
        return band.records.subarray(Math.max(0, top - first), Math.max(0, bottom - first + 1));
      });
    return joined(parts);
  }

  #laidAt(row: number): LaidBand | undefined {
    const last = this.#last;
    if (last !== undefined && row >= last.top && row < last.end) return last;
    return (this.#last = row < 0 ? undefined : this.#bands.find(({ end }) => row < end));
  }

  #inverse(): Int32Array {
    const rows = new Int32Array(this.#matrix.recordCount).fill(-1);
    for (const { band, isOpen, first } of this.#bands)
      if (isOpen) band.records.forEach((record, at) => (rows[record] = first + at));
    return rows;
  }
}

/**
 * First and last of the places whose own lines lie among some lines; the last before the first: none.
 * @param parts in their order: the lines from `start`, before `end`, which are none where the part's places are folded.
 */
export function placesAmong(
  parts: readonly { start: number; end: number; places: number }[],
  from: number,
  to: number,
): [first: number, last: number] {
  let before = 0;
  let [first, last] = [0, -1];
  for (const { start, end, places } of parts) {
    const [top, bottom] = [Math.max(from, start), Math.min(to, end - 1)];
    if (top <= bottom) {
      if (last < 0) first = before + top - start;
      last = before + bottom - start;
    }
    before += places;
  }
  return [first, last];
}

/** Several lists as one. */
export function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
