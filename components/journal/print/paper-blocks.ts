import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';

/** About a hundred sheets with the usual columns. */
const mostLines = 2_000;
/** A browser lays out this many cells within seconds. */
const mostCells = 100_000;

export function mostPrintedLines(columns: number): number {
  return Math.max(100, Math.min(mostLines, Math.floor(mostCells / Math.max(1, columns))));
}

/** CSS px for columns on A4 or Letter in landscape. */
const sheetWidth = 920;
/** Printed text is smaller than on the screen. */
const paperScale = 0.66;
const [narrowest, widest] = [44, 150];
/** CSS px of a bold letter of a head, and beside its longest word. */
const [headLetter, headRoom] = [6, 6];

const repeated = ['LineNo', 'ItemNo'];

/** Splits columns into blocks that fit a sheet; later blocks repeat the line's number and item. */
export function paperBlocks(fields: readonly JournalField[]): JournalField[][] {
  const lead = repeated.flatMap((name) => journalField(name) ?? []);
  const others = (block: readonly JournalField[]) => block.filter(({ name }) => !repeated.includes(name));
  const blocks: JournalField[][] = [[]];
  for (const field of fields) {
    const block = blocks.at(-1) ?? [];
    if (blocks.length > 1 && repeated.includes(field.name)) continue; // already at the start of the block
    if (others(block).length > 0 && widthOf([...block, field]) > sheetWidth) blocks.push([...lead, field]);
    else block.push(field);
  }
  return blocks;
}

function widthOf(fields: readonly JournalField[]): number {
  const widths = fields.map(({ width, label }) => {
    const longestWord = Math.max(...label.split(' ').map((word) => word.length));
    const least = Math.max(narrowest, longestWord * headLetter + headRoom);
    return Math.max(least, Math.min(widest, width * paperScale));
  });
  return widths.reduce((sum, width) => sum + width, 0);
}
