import type { Cell } from '@/lib/contract/access';
import type { CellOverlay, OverlayPhase } from '@/lib/domain/access/cell-overlays';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { CellLook } from './access-cell';

/** What is to be shown of a cell beyond what its matrix says. */
export interface CellRemark {
  /** In place of the matrix's value; undefined: the matrix is right. */
  value: CellLook['value'] | undefined;
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
  /** By how many the remarks change the number of entities that may use a record, counted when first asked for. */
  #grantedMore: Map<number, number> | null = null;

  constructor(matrix: AccessMatrix) {
    this.#matrix = matrix;
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

  /** The remark about the cell at these indices, if there is one. */
  at(record: number, entity: number): CellRemark | undefined {
    return this.#byCell.size === 0 ? undefined : this.#byCell.get(record * this.#matrix.entityCount + entity);
  }

  /** By how many the remarks change the number of entities that may use a record. */
  grantedMore(record: number): number {
    this.#grantedMore ??= this.#countGranted();
    return this.#grantedMore.get(record) ?? 0;
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
    const record = this.#matrix.recordIndex(cell.recordType, cell.recordId);
    const entity = this.#matrix.entityIndex(cell.entityId);
    if (record >= 0 && entity >= 0) this.#byCell.set(record * this.#matrix.entityCount + entity, remark);
  }
}
