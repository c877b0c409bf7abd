import type { SelectedStrip } from '@/components/grid/grid-selection';
import type { ClipboardContent } from '@/components/ui/put-on-clipboard';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { decimalText, exactDecimal, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { formulaSafe } from '@/lib/domain/spreadsheet/csv';
import { decimalInDigits } from '@/lib/domain/reader-formats';
import { dayInDigits } from '@/lib/domain/reader-input';
import { formatValue } from '../value-format';
import { linesIn, mostSelectedLines, type Read } from './selection-size';

/** What a spreadsheet says of the cells that are selected. */
export interface SelectionFigures {
  /** Cells with a value. */
  filled: number;
  /** Of the cells that hold quantities or amounts; null where there is none. */
  numbers: {
    count: number;
    sum: string;
    average: number;
    least: NumberCell;
    most: NumberCell;
    /** Whether amounts are among them. */
    hasAmounts: boolean;
  } | null;
}

/** A cell that holds a quantity or an amount; a sum of more digits than a number has is a text. */
interface NumberCell {
  field: JournalField;
  value: number | string;
}

/**
 * Adds up selected cells, exactly.
 * @param signal ends the reading of lines that have not come.
 * @returns null where it is more than `mostSelectedLines`.
 * @throws ApiError where lines that have not come cannot be read; Error where some have left the list meanwhile, or
 * the reading was ended.
 */
export async function figuresOf(
  strips: readonly SelectedStrip[],
  fields: readonly JournalField[],
  read: Read,
  signal?: AbortSignal,
): Promise<SelectionFigures | null> {
  if (linesIn(strips) > mostSelectedLines) return null;
  let filled = 0;
  let sum = exactZero;
  const numbers: NumberCell[] = [];
  for (const { top, bottom, runs } of strips)
    for (const line of await linesOf(read, top, bottom, signal))
      for (const column of columnsIn(runs)) {
        const field = fields[column];
        if (field === undefined) continue;
        const value = line[field.name];
        if (isUnset(value)) continue;
        filled++;
        if (field.kind !== 'decimal' || value === undefined || typeof value === 'boolean') continue;
        numbers.push({ field, value });
        sum = exactSum(sum, exactDecimal(value));
      }
  if (numbers.length === 0) return { filled, numbers: null };
  const total = decimalText(sum);
  return {
    filled,
    numbers: {
      count: numbers.length,
      sum: total,
      average: Number(total) / numbers.length,
      least: numbers.reduce((a, b) => (Number(b.value) < Number(a.value) ? b : a)),
      most: numbers.reduce((a, b) => (Number(b.value) > Number(a.value) ? b : a)),
      hasAmounts: numbers.some(({ field }) => field.group === 'Amounts'),
    },
  };
}

/**
 * Selected cells as spreadsheets take them: tab-separated text, and a table of HTML in which texts are marked as texts, so
 * that codes keep their zeros.
 * @throws ApiError where lines that have not come cannot be read; Error where some have left the list meanwhile.
 */
export async function selectedCells(
  strips: readonly SelectedStrip[],
  fields: readonly JournalField[],
  read: Read,
  isWithHeads: boolean,
): Promise<ClipboardContent> {
  // Ranges of different columns: each column once, and nothing where a line is not selected in it.
  const all = [...new Set(strips.flatMap(({ runs }) => columnsIn(runs)))].sort((a, b) => a - b);
  const rows: CopiedCell[][] = [];
  if (isWithHeads) rows.push(all.map((column) => ({ text: fields[column]?.label ?? '', isText: true })));
  for (const { top, bottom, runs } of strips) {
    const selected = new Set(columnsIn(runs));
    for (const line of await linesOf(read, top, bottom))
      rows.push(
        all.map((column) => {
          const field = selected.has(column) ? fields[column] : undefined;
          return field ? copiedCell(field, line[field.name]) : { text: '', isText: false };
        }),
      );
  }
  const tableRows = rows.map((cells) => `<tr>${cells.map(htmlCell).join('')}</tr>`);
  return {
    text: rows.map((cells) => cells.map(plainCell).join('\t')).join('\n'),
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table>${tableRows.join('')}</table></html>`,
  };
}

/** All lines of a range: fewer would be added up as if they were all. */
async function linesOf(
  read: Read,
  top: number,
  bottom: number,
  signal?: AbortSignal,
): Promise<readonly JournalRow[]> {
  const lines = await read(top, bottom, signal);
  if (lines.length < bottom - top + 1) throw new Error('Lines have left the list.');
  return lines;
}

function columnsIn(runs: SelectedStrip['runs']): number[] {
  return runs.flatMap(({ left, right }) => Array.from({ length: right - left + 1 }, (_, at) => left + at));
}

interface CopiedCell {
  text: string;
  /** A spreadsheet must not take it for a number, a date or a formula. */
  isText: boolean;
}

/**
 * A value as a spreadsheet of the reader's takes it: numbers with all their digits and without thousands, days in digits, text that is
 * neither a formula nor two cells.
 */
function copiedCell(field: JournalField, value: JournalRow[string] | undefined): CopiedCell {
  const isSum = field.kind === 'decimal' && typeof value === 'string' && value !== '';
  if (isSum || typeof value === 'number')
    return { text: decimalInDigits(decimalText(exactDecimal(value)), { useGrouping: false }), isText: false };
  if (field.kind === 'date' && isBusinessCentralDay(String(value)))
    return { text: dayInDigits(String(value)), isText: false };
  const text = formatValue(field, value).replace(/[\t\r\n]+/g, ' ');
  return { text, isText: field.kind === 'string' };
}

/** No text becomes a formula. A quote at the start would make the cells behind it part of this one. */
function plainCell({ text, isText }: CopiedCell): string {
  const safe = isText ? formulaSafe(text) : text;
  return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Excel reads the first attribute of a text, LibreOffice the second. No style, which the page's policy would refuse. */
function htmlCell({ text, isText }: CopiedCell): string {
  const format = isText ? ' x:str sdnum="1033;0;@"' : '';
  return `<td${format}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}
