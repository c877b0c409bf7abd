import type { AccessChanges } from '@/lib/client/access-changes';
import type { Cell } from '@/lib/contract/access';
import type { CellOverlay, OverlayPhase } from '@/lib/domain/access/cell-overlays';
import type { CollectedChange, CollectedChanges } from '@/lib/domain/access/collected-changes';
import type { AccessMatrix, CellState } from '@/lib/domain/access/matrix';
import type { CellLook } from './access-cell';

/** What is to be shown of a cell beyond what its matrix says. */
export interface CellRemark {
  /** In place of the matrix's value; undefined: the matrix is right. */
  value: CellState | undefined;
  mark: CellLook['mark'];
  description: string;
}

const markOf: Record<OverlayPhase, CellLook['mark']> = {
  pending: 'pending',
  settled: 'none',
  unknown: 'unknown',
  unanswered: 'unknown',
  conflict: 'conflict',
  refused: 'refused',
};

/** What is said of a collected change. */
export function collectedWords(wanted: boolean): string {
  return `Collected: access is to be ${wanted ? 'given' : 'removed'}. It is not sent before you apply.`;
}

/** Not "has not come to it": of a few outcomes the page hears only when the whole set has ended. */
const waiting = (what: string): CellRemark => ({
  value: undefined,
  mark: 'waiting',
  description: `Waiting: access is to be ${what} by your change set. What came of it is not known here yet.`,
});
const waitsToBeGiven = waiting('given');
const waitsToBeRemoved = waiting('removed');

/** The remarks about single cells, found by their place in one matrix: a lookup that the painting of a cell can afford. */
export class CellRemarks {
  readonly #matrix: AccessMatrix;
  readonly #byCell = new Map<number, CellRemark>();
  readonly #collected = new Map<number, boolean>();
  readonly #waiting = new Map<number, boolean>();
  readonly #opened = new Set<number>();
  /** By how many the remarks change what records and cells are granted, counted when first asked for. */
  #grantedMore: { ofRecord: Map<number, number>; ofCell: Map<number, number> } | null = null;

  /** `before`: of the matrix shown until now, whose `openRecords` stay. */
  constructor(matrix: AccessMatrix, before: CellRemarks | null = null) {
    this.#matrix = matrix;
    for (const record of before?.openedIn(matrix) ?? []) this.#opened.add(record);
  }

  /** Takes over all there is beyond the matrix. */
  takeOver(changes: AccessChanges, collected: CollectedChanges, unknown: readonly Cell[]): void {
    this.update(changes.overlays(), unknown);
    this.collect(collected.all());
    this.#waiting.clear();
    for (const { cell, wanted } of changes.waiting.all()) this.waitOne(cell, wanted);
  }

  /** Takes over what is known now: the person's own changes, and cells whose value the console does not know. */
  update(overlays: readonly CellOverlay[], unknown: readonly Cell[]): void {
    this.#byCell.clear();
    this.#grantedMore = null;
    for (const cell of unknown) {
      const description = 'A change of this was sent, but not proven yet. The console is checking.';
      this.#put(cell, { value: undefined, mark: 'unknown', description });
    }
    for (const { cell, phase, value, note } of overlays) {
      this.#put(cell, { value, mark: markOf[phase], description: note });
    }
  }

  /** Takes over all that is collected. */
  collect(collected: readonly CollectedChange[]): void {
    this.#collected.clear();
    for (const { cell, wanted } of collected) this.collectOne(cell, wanted);
  }

  /** Takes over what is collected of one cell; undefined: nothing any more. */
  collectOne(cell: Cell, wanted: boolean | undefined): void {
    this.#note(this.#collected, cell, wanted);
  }

  /** Takes over which value a cell waits for; undefined: none any more. */
  waitOne(cell: Cell, wanted: boolean | undefined): void {
    this.#note(this.#waiting, cell, wanted);
  }

  /** The remark about the cell at these indices, if there is one. */
  at(record: number, entity: number): CellRemark | undefined {
    const key = record * this.#matrix.entityCount + entity;
    const remark = this.#byCell.size === 0 ? undefined : this.#byCell.get(key);
    if (this.#waiting.size === 0 || (remark !== undefined && remark.mark !== 'none')) return remark;
    const wanted = this.#waitedFor(key);
    if (wanted === undefined) return remark;
    const waiting = wanted ? waitsToBeGiven : waitsToBeRemoved;
    return remark?.value === undefined ? waiting : { ...waiting, value: remark.value };
  }

  /** The value that is collected for a cell and not applied yet. */
  collectedAt(record: number, entity: number): boolean | undefined {
    return this.#collected.size === 0
      ? undefined
      : this.#collected.get(record * this.#matrix.entityCount + entity);
  }

  /** The value as far as is known: what is remarked goes before what the matrix says. */
  stateAt(record: number, entity: number): CellState {
    const remark =
      this.#byCell.size === 0 ? undefined : this.#byCell.get(record * this.#matrix.entityCount + entity);
    return remark?.value ?? this.#matrix.state(record, entity);
  }

  /**
   * Records of which something is collected, on its way or waiting for it, not known, or was refused, and those of which
   * something was since this was first asked: no row goes away under the hand of whoever settles it.
   */
  openRecords(): ReadonlySet<number> {
    const { entityCount } = this.#matrix;
    const records = this.#opened;
    for (const [key, { mark }] of this.#byCell)
      if (mark !== 'none') records.add(Math.floor(key / entityCount));
    for (const keys of [this.#collected.keys(), this.#waitingKeys()])
      for (const key of keys) records.add(Math.floor(key / entityCount));
    return records;
  }

  /** Cells, by their indices, that are collected, on their way or waiting for it, not known, or were refused. */
  openCells(): { record: number; entity: number }[] {
    const { entityCount } = this.#matrix;
    const keys = new Set([...this.#collected.keys(), ...this.#waitingKeys()]);
    for (const [key, { mark }] of this.#byCell) if (mark !== 'none') keys.add(key);
    return [...keys].map((key) => ({ record: Math.floor(key / entityCount), entity: key % entityCount }));
  }

  /** By how many the remarks change the number of entities that may use a record. */
  grantedMore(record: number): number {
    return this.#granted().ofRecord.get(record) ?? 0;
  }

  /** By how many the remarks change the number of these records that an entity may use. */
  grantedMoreTo(entity: number, isAmong: (record: number) => boolean): number {
    const { entityCount } = this.#matrix;
    let more = 0;
    for (const [key, change] of this.#granted().ofCell)
      if (key % entityCount === entity && isAmong(Math.floor(key / entityCount))) more += change;
    return more;
  }

  /** What was in `openRecords` so far, as indices of another matrix. */
  openedIn(matrix: AccessMatrix): number[] {
    const indices = [...this.#opened].map((record) =>
      matrix.recordIndex(this.#matrix.recordType(record), this.#matrix.recordId(record)),
    );
    return indices.filter((record) => record >= 0);
  }

  /** `openRecords` begins anew. */
  forgetOpened(): void {
    this.#opened.clear();
  }

  /** The value a cell waits for; one that has it by now, or is no more, waits no longer, whatever events said. */
  #waitedFor(key: number): boolean | undefined {
    const wanted = this.#waiting.get(key);
    if (wanted === undefined) return undefined;
    const { entityCount } = this.#matrix;
    const now = this.stateAt(Math.floor(key / entityCount), key % entityCount);
    return now === 'none' || (now === 'granted') === wanted ? undefined : wanted;
  }

  #waitingKeys(): number[] {
    return [...this.#waiting.keys()].filter((key) => this.#waitedFor(key) !== undefined);
  }

  #granted(): { ofRecord: Map<number, number>; ofCell: Map<number, number> } {
    if (this.#grantedMore !== null) return this.#grantedMore;
    const [ofRecord, ofCell] = [new Map<number, number>(), new Map<number, number>()];
    const { entityCount } = this.#matrix;
    for (const [key, { value }] of this.#byCell) {
      if (value === undefined) continue;
      const record = Math.floor(key / entityCount);
      const before = this.#matrix.state(record, key % entityCount) === 'granted';
      const more = Number(value === 'granted') - Number(before);
      if (more === 0) continue;
      ofCell.set(key, more);
      ofRecord.set(record, (ofRecord.get(record) ?? 0) + more);
    }
    return (this.#grantedMore = { ofRecord, ofCell });
  }

  #note(notes: Map<number, boolean>, cell: Cell, wanted: boolean | undefined): void {
    const key = this.#keyOf(cell);
    if (key === null) return;
    if (wanted === undefined) notes.delete(key);
    else notes.set(key, wanted);
  }

  #put(cell: Cell, remark: CellRemark): void {
    const key = this.#keyOf(cell);
    if (key !== null) this.#byCell.set(key, remark);
  }

  #keyOf(cell: Cell): number | null {
    const record = this.#matrix.recordIndex(cell.recordType, cell.recordId);
    const entity = this.#matrix.entityIndex(cell.entityId);
    return record < 0 || entity < 0 ? null : record * this.#matrix.entityCount + entity;
  }
}

/** Makes the remarks of matrices of which each takes the place of the one before, of the same connection or another. */
export function remarksInTurn(): (matrix: AccessMatrix, connection: string | undefined) => CellRemarks {
  let last: { remarks: CellRemarks; connection: string | undefined } | null = null;
  return (matrix, connection) => {
    const remarks = new CellRemarks(matrix, last?.connection === connection ? last?.remarks : null);
    last = { remarks, connection };
    return remarks;
  };
}
