import type { Cell } from '@/lib/contract/access/access';
import { lowestBit, wordsPerRecord, type AccessMatrix } from './matrix';

/** A value of a cell; null: the service has no such assignment. */
export type CellValue = boolean | null;

/** One cell that two matrices answer differently. */
export interface CellDifference {
  cell: Cell;
  before: CellValue;
  after: CellValue;
}

/** About how many assignments are compared between two yields: a few milliseconds. */
export const assignmentsAtOnce = 50_000;

/** The value of an assignment in a matrix. */
export function valueOf(matrix: AccessMatrix, { recordType, recordId, entityId }: Cell): CellValue {
  return valueAt(matrix, matrix.recordIndex(recordType, recordId), matrix.entityIndex(entityId));
}

/**
 * All cells whose value differs, assignments that came or went included, each once. Yields what it found, often
 * nothing, every few milliseconds of work, so that a caller may let others have their turn; cells that are changed
 * meanwhile may be missed or found.
 */
export function* matrixDifferences(
  before: AccessMatrix,
  after: AccessMatrix,
): Generator<CellDifference[], void, undefined> {
  const compare = recordComparison(before, after);
  const recordsAtOnce = Math.max(1, Math.floor(assignmentsAtOnce / Math.max(1, after.entityCount)));
  let found: CellDifference[] = [];
  const { recordCount } = after;
  for (let record = 0; record < recordCount; record++) {
    compare(placeIn(before, after, record), record, found);
    if (record % recordsAtOnce !== recordsAtOnce - 1) continue;
    yield found;
    found = [];
  }
  for (let record = 0; record < before.recordCount; record++) {
    if (after.recordIndex(before.recordType(record), before.recordId(record)) < 0) compare(record, -1, found);
    if (record % recordsAtOnce !== recordsAtOnce - 1) continue;
    yield found;
    found = [];
  }
  yield found;
}

/** Adds the differences of one record, by its indices in both matrices (-1: it is not there), to a list. */
type RecordComparison = (inBefore: number, inAfter: number, found: CellDifference[]) => void;

function recordComparison(before: AccessMatrix, after: AccessMatrix): RecordComparison {
  if (!isSameOrder(before.entityIds, after.entityIds)) {
    const entityIds = [...new Set([...before.entityIds, ...after.entityIds])];
    const places = entityIds.map((id) => [before.entityIndex(id), after.entityIndex(id)] as const);
    return (inBefore, inAfter, found) => {
      for (const [index, [old, now]] of places.entries()) {
        const values = { before: valueAt(before, inBefore, old), after: valueAt(after, inAfter, now) };
        if (values.before === values.after) continue;
        found.push({ cell: { ...recordOf(inBefore, inAfter), entityId: entityIds[index] ?? '' }, ...values });
      }
    };
  }
  const { entityIds } = before.entityCount > after.entityCount ? before : after;
  const words = wordsPerRecord(entityIds.length);
  return (inBefore, inAfter, found) => {
    for (let word = 0; word < words; word++) {
      let differing =
        (before.existsWord(inBefore, word) ^ after.existsWord(inAfter, word)) |
        (before.grantedWord(inBefore, word) ^ after.grantedWord(inAfter, word));
      for (; differing !== 0; differing &= differing - 1) {
        const entity = word * 32 + lowestBit(differing);
        const values = { before: valueAt(before, inBefore, entity), after: valueAt(after, inAfter, entity) };
        found.push({
          cell: { ...recordOf(inBefore, inAfter), entityId: entityIds[entity] ?? '' },
          ...values,
        });
      }
    }
  };

  function recordOf(inBefore: number, inAfter: number): { recordType: string; recordId: string } {
    const [matrix, record] = inAfter < 0 ? [before, inBefore] : [after, inAfter];
    return { recordType: matrix.recordType(record), recordId: matrix.recordId(record) };
  }
}

/** Whether every position that both have names the same entity, so that bits can be compared with bits. */
function isSameOrder(some: readonly string[], others: readonly string[]): boolean {
  const [shorter, longer] = some.length < others.length ? [some, others] : [others, some];
  return shorter.every((id, index) => id === longer[index]);
}

/** Index in `before` of a record of `after`: a service usually lists both in one order. */
function placeIn(before: AccessMatrix, after: AccessMatrix, record: number): number {
  const recordType = after.recordType(record);
  const recordId = after.recordId(record);
  const isHere = before.recordId(record) === recordId && before.recordType(record) === recordType;
  return isHere ? record : before.recordIndex(recordType, recordId);
}

/** The value at a record's and an entity's index, -1 where the matrix does not have them. */
export function valueAt(matrix: AccessMatrix, record: number, entity: number): CellValue {
  const isInside = record >= 0 && entity >= 0 && entity < matrix.entityCount;
  const state = isInside ? matrix.state(record, entity) : 'none';
  return state === 'none' ? null : state === 'granted';
}
