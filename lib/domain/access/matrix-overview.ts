import { inDigits, numberFormat } from '@/lib/domain/reader-formats';
import { recordInWords, valueInWords } from './access-words';
import { countColumns, shareOfAll } from './column-counts';
import type { AccessMatrix } from './matrix';

/** A place among cells or among blocks, counted from 0. */
export interface Place {
  row: number;
  column: number;
}

/** First and last row and column of some cells. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How cells are divided into blocks. */
export interface BlockGrid {
  /** Blocks across and down. */
  columns: number;
  rows: number;
  /** Cells across and down. */
  cellColumns: number;
  cellRows: number;
}

/** A matrix from afar: one block a cell while they fit, otherwise a block for neighbouring rows and columns. */
export interface OverviewBlocks extends BlockGrid {
  /**
   * One byte a block, row by row: the share of its assignments that grant access, and the share of its cells that are
   * assignments. 0 is none and 255 is all; what lies between is not rounded to either.
   */
  granted: Uint8Array;
  existing: Uint8Array;
}

/** Red, green, blue, 0 to 255 each. */
export type Ink = readonly [number, number, number];

/** Opacity of a block with next to no assignments, of 255: one among thousands of cells is still seen. */
const faintest = 160;

/**
 * The shown rows and columns in `atMost.columns` x `atMost.rows` blocks at most.
 * @param records Record indices in the order shown; `entities` likewise.
 */
export function matrixOverview(
  matrix: AccessMatrix,
  records: Uint32Array,
  entities: Uint32Array,
  atMost: { columns: number; rows: number },
): OverviewBlocks {
  const columns = Math.min(entities.length, atMost.columns);
  const rows = Math.min(records.length, atMost.rows);
  const granted = new Uint8Array(columns * rows);
  const existing = new Uint8Array(columns * rows);
  for (let row = 0, block = 0; row < rows; row++) {
    const top = firstOf(row, records.length, rows);
    const end = firstOf(row + 1, records.length, rows);
    // All columns of the band at once, by words: their order, and what is left out, cost nothing more.
    const counts = countColumns(matrix, records.subarray(top, end));
    for (let column = 0, place = 0; column < columns; column++, block++) {
      const right = firstOf(column + 1, entities.length, columns);
      const cells = (right - place) * (end - top);
      let some = 0;
      let all = 0;
      for (; place < right; place++) {
        const entity = entities[place] ?? 0;
        some += counts.granted[entity] ?? 0;
        all += counts.existing[entity] ?? 0;
      }
      granted[block] = shareOf(some, all);
      existing[block] = shareOf(all, cells);
    }
  }
  return { columns, rows, cellColumns: entities.length, cellRows: records.length, granted, existing };
}

/** The block that a cell belongs to; the nearest one for a place outside. */
export function blockOf(blocks: BlockGrid, cell: Place): Place {
  return {
    row: blockAt(cell.row, blocks.cellRows, blocks.rows),
    column: blockAt(cell.column, blocks.cellColumns, blocks.columns),
  };
}

/** The cells of a block; those of the nearest one for a place outside. */
export function cellsOfBlock(blocks: BlockGrid, block: Place): CellRange {
  const { columns, rows, cellColumns, cellRows } = blocks;
  const row = within(block.row, rows);
  const column = within(block.column, columns);
  return {
    top: firstOf(row, cellRows, rows),
    bottom: firstOf(row + 1, cellRows, rows) - 1,
    left: firstOf(column, cellColumns, columns),
    right: firstOf(column + 1, cellColumns, columns) - 1,
  };
}

/**
 * Four bytes a block, as a canvas takes them: between `denied` and `granted` by the share of access, the fainter the
 * fewer assignments there are, transparent where there is none.
 */
export function pixelsOf(blocks: OverviewBlocks, granted: Ink, denied: Ink): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(blocks.granted.length * 4);
  blocks.existing.forEach((existing, block) => {
    if (existing === 0) return;
    const share = (blocks.granted[block] ?? 0) / 255;
    for (const part of [0, 1, 2] as const)
      pixels[block * 4 + part] = denied[part] + (granted[part] - denied[part]) * share;
    pixels[block * 4 + 3] = faintest + ((255 - faintest) * existing) / 255;
  });
  return pixels;
}

/** Draws the blocks of these cells in one ink over `pixelsOf`, whatever else is in them. */
export function inkCells(
  pixels: Uint8ClampedArray,
  blocks: OverviewBlocks,
  cells: Iterable<Place>,
  ink: Ink,
): void {
  for (const cell of cells) {
    const { row, column } = blockOf(blocks, cell);
    pixels.set([...ink, 255], (row * blocks.columns + column) * 4);
  }
}

/** "Rows 1,201 to 1,250, Customer 10000 to Customer 10450, entities 300 to 310: 62% have access". */
export function rangeInWords(
  matrix: AccessMatrix,
  records: Uint32Array,
  entities: Uint32Array,
  { top, bottom, left, right }: CellRange,
): string {
  const recordAt = (row: number) => recordInWords(matrix.cell(records[row] ?? -1, -1));
  const entityAt = (column: number) => matrix.entityId(entities[column] ?? -1);
  const rows =
    top === bottom
      ? `Row ${inDigits(top + 1)}, ${recordAt(top)}`
      : `Rows ${inDigits(top + 1)} to ${inDigits(bottom + 1)}, ${recordAt(top)} to ${recordAt(bottom)}`;
  const columns =
    left === right ? `entity ${entityAt(left)}` : `entities ${entityAt(left)} to ${entityAt(right)}`;
  const counts = countColumns(matrix, records.subarray(top, bottom + 1));
  const { granted, existing } = shareOfAll(counts, entities.subarray(left, right + 1));
  return `${rows}, ${columns}: ${shareInWords(granted, existing, (bottom - top + 1) * (right - left + 1))}`;
}

function shareInWords(granted: number, existing: number, cells: number): string {
  if (existing === 0) return 'not set up';
  if (cells === 1) return valueInWords(granted === 1);
  const lacking = existing === cells ? '' : `, ${inDigits(existing)} of ${inDigits(cells)} are set up`;
  return `${amountInWords(granted, existing)}${lacking}`;
}

/** Says "all" and "none" only where it is exactly so. */
function amountInWords(granted: number, existing: number): string {
  if (granted === 0) return 'none has access';
  if (granted === existing) return existing === 1 ? 'it has access' : 'all have access';
  const share = granted / existing;
  if (share < 0.01) return `fewer than ${numberFormat({ style: 'percent' }).format(0.01)} have access`;
  if (share > 0.99) return `more than ${numberFormat({ style: 'percent' }).format(0.99)} have access`;
  return `${numberFormat({ style: 'percent' }).format(share)} have access`;
}

function shareOf(some: number, all: number): number {
  if (some === 0 || some === all) return some === 0 ? 0 : 255;
  return Math.max(1, Math.min(254, Math.round((255 * some) / all)));
}

/** The first of `places` in a block: blocks differ by one place at most. */
function firstOf(block: number, places: number, blocks: number): number {
  return Math.floor((block * places) / blocks);
}

function blockAt(place: number, places: number, blocks: number): number {
  return Math.floor(((within(place, places) + 1) * blocks - 1) / places);
}

function within(place: number, places: number): number {
  return Math.max(0, Math.min(place, places - 1));
}
