import type { CSSProperties } from 'react';
import type { CellMark } from '@/lib/client/matrix/annotated-cells';
import type { Band } from '@/lib/domain/access/filter/bands';
import {
  blockOf,
  type CellRange,
  type OverviewBlocks,
  type Place,
} from '@/lib/domain/access/matrix-overview';

/*
 * Where what is drawn over the picture of the matrix lies: marked cells among what is shown, the names of record types,
 * and the part in view.
 */

/** What a marked cell is drawn in. */
export type MarkInk = 'pending' | 'refused' | 'outside';

/** The ink of a mark; others are not drawn. */
const inkOfMark: Partial<Record<CellMark, MarkInk>> = {
  outside: 'outside',
  staged: 'pending',
  waiting: 'pending',
  pending: 'pending',
  unconfirmed: 'pending',
  refused: 'refused',
  conflict: 'refused',
};

/** Size of a block, in CSS px. */
export interface Size {
  width: number;
  height: number;
}

/** CSS px from one record type to the next at least, and of the smallest mark of a place. */
const labelHeight = 14;
const smallestMark = 7;

/** Where marked cells lie among what is shown, by their ink; those that are not shown are left out. */
export function placesOf(
  cells: readonly { record: number; entity: number; mark: CellMark }[],
  records: Uint32Array,
  entities: Uint32Array,
): Map<MarkInk, Place[]> {
  const places = new Map<MarkInk, Place[]>();
  if (cells.length === 0) return places;
  const placeOf = (list: Uint32Array) => new Map(Array.from(list, (index, place) => [index, place]));
  const [rows, columns] = [placeOf(records), placeOf(entities)];
  for (const { record, entity, mark } of cells) {
    const [row, column, name] = [rows.get(record), columns.get(entity), inkOfMark[mark]];
    if (row === undefined || column === undefined || name === undefined) continue;
    const known = places.get(name) ?? [];
    known.push({ row, column });
    places.set(name, known);
  }
  return places;
}

/** The name of a record type. */
interface Label {
  recordType: string;
  /** CSS px from the top to its first record, and to its name. */
  first: number;
  top: number;
}

/** The record types at the height where each begins, or just below the one before; those far from their records are left out. */
export function labelsOf(bands: readonly Band[], blocks: OverviewBlocks, size: Size): Label[] {
  const labels: Label[] = [];
  const heightOf = (row: number) => blockOf(blocks, { row, column: 0 }).row * size.height;
  let row = 0;
  for (const { recordType, records } of bands) {
    const first = heightOf(row);
    const top = Math.max(first, (labels.at(-1)?.top ?? -labelHeight) + labelHeight);
    row += records.length;
    const isNear = top <= heightOf(row - 1) + labelHeight && top + labelHeight <= blocks.rows * size.height;
    if (isNear) labels.push({ recordType, first, top });
  }
  return labels;
}

/** Where the mark of some cells lies, in CSS px; around its middle when it would be too small to see. */
export function markOf(
  blocks: OverviewBlocks,
  { top, bottom, left, right }: CellRange,
  size: Size,
): CSSProperties {
  const first = blockOf(blocks, { row: top, column: left });
  const last = blockOf(blocks, { row: bottom, column: right });
  const width = (last.column - first.column + 1) * size.width;
  const height = (last.row - first.row + 1) * size.height;
  return {
    left: first.column * size.width - Math.max(0, smallestMark - width) / 2,
    top: first.row * size.height - Math.max(0, smallestMark - height) / 2,
    width: Math.max(smallestMark, width),
    height: Math.max(smallestMark, height),
  };
}
