import type { GridEngine } from '@/components/grid/grid-engine';
import type { Cell } from '@/lib/contract/access/access';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessCell } from '@/components/access/matrix/access-cell';

/** Brings an assignment, or the band and the group that it is folded into, into view and focus where the filter shows it; otherwise the grid stays as it is. */
export function showCell(
  engine: GridEngine<AccessCell>,
  matrix: AccessMatrix,
  { rows, columns }: VisibleMatrix,
  cell: Cell,
): void {
  const row = rows.rowOrHeadOf(matrix.recordIndex(cell.recordType, cell.recordId));
  const column = columns.columnOrGroupOf(matrix.entityIndex(cell.entityId));
  if (row >= 0 && column >= 0) engine.moveTo({ row, column });
  else engine.focus();
}

/**
 * Brings the target of the details into view where it is not folded away. An assignment becomes the active cell, unless the focus is in the grid: the
 * person's next key is meant for their own cell. @returns whether it is shown.
 */
export function revealTarget(
  engine: GridEngine<AccessCell>,
  matrix: AccessMatrix,
  { rows, columns }: VisibleMatrix,
  { recordType, recordId, entityId }: DetailsTarget,
): boolean {
  const row = rows.rowOf(matrix.recordIndex(recordType, recordId));
  const column = columns.columnOf(matrix.entityIndex(entityId));
  if ((recordId !== '' && row < 0) || (entityId !== '' && column < 0)) return false;
  const isUsed = engine.root.contains(document.activeElement);
  if (row >= 0 && column >= 0 && !isUsed) engine.show({ row, column });
  else engine.reveal({ row, column });
  return true;
}
