import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { valueOf } from '@/lib/domain/access/matrix-differences';

/** A value read from the service; null: it has no such assignment. */
export type Proof = Cell & { accessible: boolean | null };

/** Writes what was proven into a matrix; true when that changed it. */
export function applyValue(proof: Proof, matrix: GrowingMatrix): boolean {
  const { recordType, recordId, entityId, accessible } = proof;
  const before = valueOf(matrix, proof);
  if (accessible === null) matrix.remove(recordType, recordId, entityId);
  else matrix.add(recordType, recordId, entityId, accessible);
  return before !== accessible;
}
