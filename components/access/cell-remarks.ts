import type { Cell } from '@/lib/contract/access';
import type { CellOverlay, OverlayPhase } from '@/lib/domain/access/cell-overlays';
import type { CollectedChange } from '@/lib/domain/access/collected-changes';
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

/** The remarks about single cells, found by their place in one matrix: a lookup that the painting of a cell can afford. */
export class CellRemarks {
  readonly #matrix: AccessMatrix;
  readonly #byCell = new Map<number, CellRemark>();
  readonly #collected = new Map<number, boolean>();
  readonly #opened = new Set<number>();
  /** By how many the remarks change the number of entities that may use a record, counted when first asked for. */
  #grantedMore: Map<number, number> | null = null;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
  }

  /**
   * Takes over what is known now: the person's own changes, cells whose value the console does not know, and changes
   * that are collected.
   */
  update(
    overlays: readonly CellOverlay[],
    unknown: readonly Cell[],
    collected: readonly CollectedChange[],
  ): void {
    this.#byCell.clear();
    this.#collected.clear();
    this.#grantedMore = null;
    for (const { cell, wanted } of collected) {
      const key = this.#keyOf(cell);
      if (key !== null) this.#collected.set(key, wanted);
    }
    for (const cell of unknown) {
      const description = 'A change of this was sent, but not proven yet. The console is checking.';
      this.#put(cell, { value: undefined, mark: 'unknown', description });
    }
    for (const { cell, phase, value, note } of overlays) {
      this.#put(cell, { value, mark: markOf[phase], description: note });
    }
  }

  /** The remark about the cell at these indices, if there is one. */
  at(record: number, entity: number): CellRemark | undefined {
    return this.#byCell.size === 0 ? undefined : this.#byCell.get(record * this.#matrix.entityCount + entity);
  }

  /** The value that is collected for a cell and not applied yet. */
  collectedAt(record: number, entity: number): boolean | undefined {
    return this.#collected.size === 0
      ? undefined
      : this.#collected.get(record * this.#matrix.entityCount + entity);
  }

  /** The value as far as is known: what is remarked goes before what the matrix says. */
  stateAt(record: number, entity: number): CellState {
    return this.at(record, entity)?.value ?? this.#matrix.state(record, entity);
  }

  /**
   * Records of which something is collected, on its way, not known, or was refused, and those of which something was
   * since this was first asked: no row goes away under the hand of whoever settles it.
   */
  openRecords(): ReadonlySet<number> {
    const { entityCount } = this.#matrix;
    const records = this.#opened;
    for (const [key, { mark }] of this.#byCell)
      if (mark !== 'none') records.add(Math.floor(key / entityCount));
    for (const key of this.#collected.keys()) records.add(Math.floor(key / entityCount));
    return records;
  }

  /** By how many the remarks change the number of entities that may use a record. */
  grantedMore(record: number): number {
    this.#grantedMore ??= this.#countGranted();
    return this.#grantedMore.get(record) ?? 0;
  }

  /** `openRecords` begins anew. */
  forgetOpened(): void {
    this.#opened.clear();
  }

  #countGranted(): Map<number, number> {
    const counts = new Map<number, number>();
    const { entityCount } = this.#matrix;
    for (const [key, { value }] of this.#byCell) {
      if (value === undefined) continue;
      const record = Math.floor(key / entityCount);
      const before = this.#matrix.state(record, key % entityCount) === 'granted';
      const more = Number(value === 'granted') - Number(before);
      if (more !== 0) counts.set(record, (counts.get(record) ?? 0) + more);
    }
    return counts;
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
