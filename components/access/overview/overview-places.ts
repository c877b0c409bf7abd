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

/** CSS px from one record type to the next at least, of the smallest mark of a place, and of the line around a mark. */
const labelHeight = 14;
const smallestMark = 7;
const markLine = 3;

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
  /** How many lines its name may take: a second one where there is room below it. */
  lines: 1 | 2;
}

/** Where something lies over the picture, in CSS px. */
type Box = Record<'left' | 'top' | 'width' | 'height', number>;

/**
 * The record types at the height where each begins, or just below the one before; those far from their records are left out.
 * @param frame is around what is in view: no name stands under its lines, nor in it where it is low.
 */
export function labelsOf(
  bands: readonly Band[],
  blocks: OverviewBlocks,
  size: Size,
  frame: Pick<Box, 'top' | 'height'> | null = null,
): Label[] {
  const labels: Label[] = [];
  const end = blocks.rows * size.height;
  /** What no name may lie over: a low frame, or each of the two lines of a high one. */
  const taken: [from: number, to: number][] = [];
  if (frame !== null) {
    const [top, bottom] = [frame.top, frame.top + frame.height];
    const outer: [number, number] = [top - markLine, bottom + markLine];
    if (frame.height < 3 * labelHeight) taken.push(outer);
    else taken.push([outer[0], top], [bottom, outer[1]]);
  }
  const heightOf = (row: number) => blockOf(blocks, { row, column: 0 }).row * size.height;
  let row = 0;
  for (const { recordType, records } of bands) {
    const first = heightOf(row);
    let top = Math.max(first, (labels.at(-1)?.top ?? -labelHeight) + labelHeight);
    row += records.length;
    const isNear = top <= heightOf(row - 1) + labelHeight;
    for (const [from, to] of taken) if (top < to && top + labelHeight > from) top = to;
    if (isNear && top + labelHeight <= end) labels.push({ recordType, first, top, lines: 1 });
  }
  labels.forEach((label, at) => {
    const below = [labels[at + 1]?.top ?? end, ...taken.map(([from]) => from)];
    if (below.every((from) => from <= label.top || from - label.top >= 2 * labelHeight)) label.lines = 2;
  });
  return labels;
}

/** Where the mark of some cells lies, in CSS px; around its middle when it would be too small to see. */
export function markOf(blocks: OverviewBlocks, { top, bottom, left, right }: CellRange, size: Size): Box {
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
