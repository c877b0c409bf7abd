import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { valueOf } from '@/lib/domain/access/matrix-differences';

/** A value read from the service; null: no assignment. */
export type Proof = Cell & { accessible: boolean | null };

/** Writes a value into a matrix. @returns whether the matrix changed. */
export function applyValue(proof: Proof, matrix: GrowingMatrix): boolean {
  const { recordType, recordId, entityId, accessible } = proof;
  const before = valueOf(matrix, proof);
  if (accessible === null) matrix.remove(recordType, recordId, entityId);
  else matrix.add(recordType, recordId, entityId, accessible);
  return before !== accessible;
}
