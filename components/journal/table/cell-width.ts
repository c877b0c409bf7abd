import type { JournalRow } from '@/lib/contract/journal/journal';
import { formatValue, isNumeric } from '../value-format';
import type { TableColumn } from './table-model';

const cellPadding = 16;
/** Px: digits have one width, and other signs of a number are at most as wide. */
const digitWidth = 7.9;
/** Signs between digits, and their width in px. */
const [narrowSigns, narrowWidth] = [new Set(['.', ',', ' ', '\u00a0', '\u202f']), 4.5];
/** Px of an average letter in a cell, and in a head. */
const letterWidth = 7;
const smallLetterWidth = 6.5;

/** A cut number would read as another one, so signs replace it, as in spreadsheets; null: the number fits. */
export function signsOfCut(text: string, width: number): string | null {
  const room = width - cellPadding;
  return numberWidth(text) <= room ? null : '#'.repeat(Math.max(1, Math.floor(room / digitWidth)));
}

/** Px that fit a column's head and its values in these rows. */
export function fittingWidth({ field, partsOf }: TableColumn, rows: readonly JournalRow[]): number {
  let longest = Math.max(...field.label.split(' ').map((word) => word.length)) * smallLetterWidth;
  for (const row of rows) {
    const value = formatValue(field, row[field.name]);
    const text = partsOf?.(value).join('') ?? value;
    longest = Math.max(longest, isNumeric(field) ? numberWidth(text) : text.length * letterWidth);
  }
  return Math.ceil(longest) + cellPadding;
}

function numberWidth(text: string): number {
  let marks = 0;
  for (const sign of text) if (narrowSigns.has(sign)) marks++;
  return (text.length - marks) * digitWidth + marks * narrowWidth;
}
