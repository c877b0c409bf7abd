import type { ImportCell } from '@/lib/contract/access/access-file';
import type { ImportKind } from '@/lib/contract/access/file-kinds';
import { cellKey } from '@/lib/domain/access/cell-key';

/**
 * Cells whose tick the person changed. Without a change every cell is ticked but those that the service changed since the
 * export. Cells are named by content, so that the next comparison finds them again.
 */
export type TickOverrides = ReadonlySet<string>;

export function isTicked(cell: ImportCell, overrides: TickOverrides): boolean {
  return overrides.has(decisionOf(cell)) !== (cell.kind !== 'changed');
}

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

export function tickedCells(cells: readonly ImportCell[], overrides: TickOverrides): ImportCell[] {
  return overrides.size === 0
    ? cells.filter(({ kind }) => kind !== 'changed')
    : cells.filter((cell) => isTicked(cell, overrides));
}

export function positionsByKind(cells: readonly ImportCell[]): Record<ImportKind, number[]> {
  const positions: Record<ImportKind, number[]> = { give: [], remove: [], unnamed: [], changed: [] };
  for (const [position, { kind }] of cells.entries()) positions[kind].push(position);
  return positions;
}

/** Names a cell with its values: a tick does not hold for a cell that changed later. */
function decisionOf(cell: ImportCell): string {
  return `${String(cell.kind === 'changed')} ${cellKey(cell)}`;
}
