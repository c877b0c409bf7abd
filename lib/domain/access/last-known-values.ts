import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from './cell-key';
import { GrowingMatrix } from './growing-matrix';
import type { AccessMatrix } from './matrix';
import { assignmentsAtOnce, valueAt, type CellDifference, type CellValue } from './matrix-differences';

/** What is known of some cells from elsewhere than a matrix, as tight as a matrix: the value recorded last counts. */
export class LastKnownValues {
  readonly #existing = new GrowingMatrix();
  /** Cells that are said not to be there; few, for assignments seldom go. */
  readonly #gone = new Map<string, Cell>();

  /** Takes a value over; whoever calls goes by the ledger's numbers. */
  record(cell: Cell, value: CellValue): void {
    const { recordType, recordId, entityId } = cell;
    const key = cellKey(cell);
    if (value === null) {
      this.#existing.remove(recordType, recordId, entityId);
      this.#gone.set(key, cell);
    } else {
      this.#existing.add(recordType, recordId, entityId, value);
      if (this.#gone.size > 0) this.#gone.delete(key);
    }
  }

  /** The cells for which a matrix says something else. Yields what it found every few milliseconds of work. */
  *contradictedBy(matrix: AccessMatrix): Generator<CellDifference[], void, undefined> {
    const known = this.#existing;
    const entities = known.entityIds.map((entityId, index) => ({
      entityId,
      here: index,
      there: matrix.entityIndex(entityId),
    }));
    const recordsAtOnce = Math.max(1, Math.floor(assignmentsAtOnce / Math.max(1, entities.length)));
    let found: CellDifference[] = [];
    for (let record = 0; record < known.recordCount; record++) {
      const [recordType, recordId] = [known.recordType(record), known.recordId(record)];
      const other = matrix.recordIndex(recordType, recordId);
      for (const { entityId, here, there } of entities) {
        const before = valueAt(known, record, here);
        if (before === null) continue;
        const after = valueAt(matrix, other, there);
        if (before !== after) found.push({ cell: { recordType, recordId, entityId }, before, after });
      }
      if (record % recordsAtOnce !== recordsAtOnce - 1) continue;
      yield found;
      found = [];
    }
    yield found;
    const back = [...this.#gone.values()].flatMap((cell) => {
      const record = matrix.recordIndex(cell.recordType, cell.recordId);
      const after = valueAt(matrix, record, matrix.entityIndex(cell.entityId));
      return after === null ? [] : [{ cell, before: null, after }];
    });
    yield back;
  }
}
