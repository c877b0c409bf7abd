import type { JournalRow } from '@/lib/contract/journal/journal';
import { formatValue, isNumeric } from '../value-format';
import type { TableColumn } from './table-model';

/** Px left and right of a cell's text together. */
const cellPadding = 16;
/** Px of a digit: all digits are as wide, and no other sign of a number is wider. */
const digitWidth = 7.9;
/** What stands between digits, and how many px it takes. */
const [narrowSigns, narrowWidth] = [new Set(['.', ',', ' ', '\u00a0', '\u202f']), 4.5];
/** Px that a letter usually takes in a cell, and in a head. */
const letterWidth = 7;
const smallLetterWidth = 6.5;

/** Signs in place of a number that has no room, as in a spreadsheet: a number that is cut reads as another one. Null: it has room. */
export function signsOfCut(text: string, width: number): string | null {
  const room = width - cellPadding;
  return numberWidth(text) <= room ? null : '#'.repeat(Math.max(1, Math.floor(room / digitWidth)));
}

/** Px that a column needs for its head and for its values in these rows. */
export function fittingWidth({ field, partsOf }: TableColumn, rows: readonly JournalRow[]): number {
  let longest = Math.max(...field.label.split(' ').map((word) => word.length)) * smallLetterWidth;
  for (const row of rows) {
    const value = formatValue(field, row[field.name]);
    const text = partsOf?.(value).join('') ?? value;
    longest = Math.max(longest, isNumeric(field) ? numberWidth(text) : text.length * letterWidth);
  }
  return Math.ceil(longest) + cellPadding;
}

/** Px that the text of a number takes at most. */
function numberWidth(text: string): number {
  let marks = 0;
  for (const sign of text) if (narrowSigns.has(sign)) marks++;
  return (text.length - marks) * digitWidth + marks * narrowWidth;
}
