import type { ImportCell, ImportKind } from '@/lib/contract/access-file';

/**
 * Which cells of a preview are ticked. All are to begin with, but those that the service changed since the export; kept
 * are only the positions where a person decided otherwise.
 */
export type Turned = ReadonlySet<number>;

/** Whether the cell at a position is ticked. */
export function isTicked(cell: ImportCell, position: number, turned: Turned): boolean {
  return turned.has(position) !== (cell.kind !== 'changed');
}

/** The same with these positions ticked or not. */
export function ticked(
  cells: readonly ImportCell[],
  positions: readonly number[],
  isOn: boolean,
  turned: Turned,
): Turned {
  const next = new Set(turned);
  for (const position of positions) {
    const cell = cells[position];
    if (cell === undefined) continue;
    if (isOn === (cell.kind !== 'changed')) next.delete(position);
    else next.add(position);
  }
  return next;
}

/** The ticked cells. */
export function tickedCells(cells: readonly ImportCell[], turned: Turned): ImportCell[] {
  return cells.filter((cell, position) => isTicked(cell, position, turned));
}

/** Positions of the cells of each kind, in order. */
export function positionsByKind(cells: readonly ImportCell[]): Record<ImportKind, number[]> {
  const positions: Record<ImportKind, number[]> = { give: [], remove: [], unnamed: [], changed: [] };
  for (const [position, { kind }] of cells.entries()) positions[kind].push(position);
  return positions;
}
