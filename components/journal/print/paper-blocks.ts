import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';

/** Most lines on paper at once: with the usual columns some hundred sheets. */
const mostLines = 2_000;
/** Cells that a browser lays out for paper within seconds. */
const mostCells = 100_000;

/** How many lines are printed with so many columns. */
export function mostPrintedLines(columns: number): number {
  return Math.max(100, Math.min(mostLines, Math.floor(mostCells / Math.max(1, columns))));
}

/** CSS px that a sheet of A4 or Letter across has for columns. */
const sheetWidth = 920;
/** Letters on paper are smaller than on the screen. */
const paperScale = 0.66;
/** Texts that are longer are broken into lines. */
const [narrowest, widest] = [44, 150];

const repeated = ['LineNo', 'ItemNo'];

/**
 * Parts columns into blocks that fit on a sheet. Each block but the first begins with the line's number and item, by
 * which a reader finds the line again.
 */
export function paperBlocks(fields: readonly JournalField[]): JournalField[][] {
  const lead = repeated.flatMap((name) => journalField(name) ?? []);
  const others = (block: readonly JournalField[]) => block.filter(({ name }) => !repeated.includes(name));
  const blocks: JournalField[][] = [[]];
  for (const field of fields) {
    const block = blocks.at(-1) ?? [];
    if (blocks.length > 1 && repeated.includes(field.name)) continue; // the block begins with it
    if (others(block).length > 0 && widthOf([...block, field]) > sheetWidth) blocks.push([...lead, field]);
    else block.push(field);
  }
  return blocks;
}

function widthOf(fields: readonly JournalField[]): number {
  const widths = fields.map(({ width }) => Math.min(widest, Math.max(narrowest, width * paperScale)));
  return widths.reduce((sum, width) => sum + width, 0);
}
