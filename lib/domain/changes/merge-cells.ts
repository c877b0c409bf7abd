import type { AccessChange } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

interface MergedCells {
  /** Every cell once, in the order in which each was named first. */
  cells: AccessChange[];
  /** Places (in the list given) of cells that say something else than an earlier one about the same assignment. */
  contradictions: { index: number; first: number }[];
}

/** Cells that are merged before others have their turn. */
const cellsAtOnce = 2_000;

/**
 * Joins what was asked about the same assignment. The same wish twice is one wish; a value seen counts when only one
 * of them names it.
 * @param pause lets other work of the process go on.
 */
export async function mergeCells(
  asked: readonly AccessChange[],
  pause: () => Promise<unknown>,
): Promise<MergedCells> {
  const first = new Map<string, { index: number; cell: AccessChange }>();
  const contradictions: MergedCells['contradictions'] = [];
  for (const [index, cell] of asked.entries()) {
    if (index % cellsAtOnce === cellsAtOnce - 1) await pause();
    const key = cellKey(cell);
    const known = first.get(key);
    if (!known) first.set(key, { index, cell });
    else if (known.cell.accessible !== cell.accessible || seenOtherwise(known.cell, cell))
      contradictions.push({ index, first: known.index });
    else if (known.cell.expected === undefined) known.cell = cell;
  }
  return { cells: [...first.values()].map(({ cell }) => cell), contradictions };
}

function seenOtherwise(one: AccessChange, other: AccessChange): boolean {
  return one.expected !== undefined && other.expected !== undefined && one.expected !== other.expected;
}
