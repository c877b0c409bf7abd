import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** A value read from the service; null: it has no such assignment. */
export type Proof = Cell & { accessible: boolean | null };

/** Writes what was proven into a matrix; true when that changed it. */
export function applyValue(
  { recordType, recordId, entityId, accessible }: Proof,
  matrix: GrowingMatrix,
): boolean {
  const record = matrix.recordIndex(recordType, recordId);
  const entity = matrix.entityIndex(entityId);
  const before = record < 0 || entity < 0 ? 'none' : matrix.state(record, entity);
  if (accessible === null) matrix.remove(recordType, recordId, entityId);
  else matrix.add(recordType, recordId, entityId, accessible);
  return before !== (accessible === null ? 'none' : accessible ? 'granted' : 'denied');
}

/** The value of a cell in a matrix; undefined where the matrix has no such assignment. */
export function valueIn(matrix: AccessMatrix, { recordType, recordId, entityId }: Cell): boolean | undefined {
  const record = matrix.recordIndex(recordType, recordId);
  const entity = matrix.entityIndex(entityId);
  const state = record < 0 || entity < 0 ? 'none' : matrix.state(record, entity);
  return state === 'none' ? undefined : state === 'granted';
}
