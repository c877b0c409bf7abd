import type { ImportCell } from '@/lib/contract/access/access-file';
import type { ImportKind } from '@/lib/contract/access/file-kinds';
import { cellKey } from '@/lib/domain/access/cell-key';

/**
 * Which cells of a preview are ticked. All are to begin with, but those that the service changed since the export; kept
 * are only the cells where a person decided otherwise, by what they are, so that another comparison finds them again.
 */
export type TickOverrides = ReadonlySet<string>;

/** Whether a cell is ticked. */
export function isTicked(cell: ImportCell, overrides: TickOverrides): boolean {
  return overrides.has(decisionOf(cell)) !== (cell.kind !== 'changed');
}

/** The same with these positions ticked or not. */
export function ticked(
  cells: readonly ImportCell[],
  positions: readonly number[],
  isOn: boolean,
  overrides: TickOverrides,
): TickOverrides {
  const next = new Set(overrides);
  for (const position of positions) {
    const cell = cells[position];
    if (cell === undefined) continue;
    if (isOn === (cell.kind !== 'changed')) next.delete(decisionOf(cell));
    else next.add(decisionOf(cell));
  }
  return next;
}

/** The ticked cells. */
export function tickedCells(cells: readonly ImportCell[], overrides: TickOverrides): ImportCell[] {
  return overrides.size === 0
    ? cells.filter(({ kind }) => kind !== 'changed')
    : cells.filter((cell) => isTicked(cell, overrides));
}

/** Positions of the cells of each kind, in order. */
export function positionsByKind(cells: readonly ImportCell[]): Record<ImportKind, number[]> {
  const positions: Record<ImportKind, number[]> = { give: [], remove: [], unnamed: [], changed: [] };
  for (const [position, { kind }] of cells.entries()) positions[kind].push(position);
  return positions;
}

/** What is decided about a cell counts for what it was then: nobody has agreed to replace what changed only later. */
function decisionOf(cell: ImportCell): string {
  return `${String(cell.kind === 'changed')} ${cellKey(cell)}`;
}
