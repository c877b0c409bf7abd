import type { JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { decimalText, exactDecimal, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import { decimalInDigits } from '@/lib/domain/reader-formats';
import { dayInDigits } from '@/lib/domain/reader-input';
import { formulaSafe } from '@/lib/domain/spreadsheet/csv';
import { formatValue } from '../value-format';
import type { SelectedRow } from './selected-strips';

/** The same cells as text and as HTML. */
export interface ClipboardContent {
  text: string;
  html: string;
}

export interface SelectionFigures {
  filled: number;
  /** Null: no cell holds a quantity or an amount. */
  numbers: {
    count: number;
    sum: string;
    average: number;
    least: NumberCell;
    most: NumberCell;
    hasAmounts: boolean;
  } | null;
}

/** Sums with more digits than a number holds are texts. */
interface NumberCell {
  field: JournalField;
  value: number | string;
}

/** Adds up selected cells exactly. Rows of sums are left out where rows that they contain are selected. */
export function figuresOf(selected: readonly SelectedRow[]): SelectionFigures {
  const deepest = Math.max(...selected.map(({ level }) => level ?? Infinity));
  let filled = 0;
  let sum = exactZero;
  const numbers: NumberCell[] = [];
  for (const { row, level, cells } of selected)
    for (const { field } of (level ?? Infinity) === deepest ? cells : []) {
      const value = row[field.name];
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

/** Tab-separated text, and an HTML table that marks texts, so that codes keep their zeros. */
export function clipboardOf(selected: readonly SelectedRow[], isWithHeads: boolean): ClipboardContent {
  // Ranges may have different columns: each column occurs once, empty where its row is not selected.
  const fields = new Map(selected.flatMap(({ cells }) => cells.map(({ at, field }) => [at, field])));
  const columns = [...fields].sort(([a], [b]) => a - b);
  const rows = selected.map(({ row, cells }) => {
    const own = new Set(cells.map(({ at }) => at));
    return columns.map(([at, field]) =>
      own.has(at) ? copiedCell(field, row[field.name]) : { text: '', isText: false },
    );
  });
  if (isWithHeads) rows.unshift(columns.map(([, field]) => ({ text: field.label, isText: true })));
  const tableRows = rows.map((cells) => `<tr>${cells.map(htmlCell).join('')}</tr>`);
  return {
    text: rows.map((cells) => cells.map(plainCell).join('\t')).join('\n'),
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table>${tableRows.join('')}</table></html>`,
  };
}

interface CopiedCell {
  text: string;
  /** A spreadsheet must not read it as a number, date or formula. */
  isText: boolean;
}

/** A value in the reader's format: all digits, no thousands separators, no line breaks. */
function copiedCell(field: JournalField, value: JournalRow[string] | undefined): CopiedCell {
  const isSum = field.kind === 'decimal' && typeof value === 'string' && value !== '';
  if (isSum || typeof value === 'number')
    return { text: decimalInDigits(decimalText(exactDecimal(value)), { useGrouping: false }), isText: false };
  if (field.kind === 'date' && isBusinessCentralDay(String(value)))
    return { text: dayInDigits(String(value)), isText: false };
  const text = formatValue(field, value).replace(/[\t\r\n]+/g, ' ');
  return { text, isText: field.kind === 'string' };
}

/** No text becomes a formula; a leading quote would join the following cells. */
function plainCell({ text, isText }: CopiedCell): string {
  const safe = isText ? formulaSafe(text) : text;
  return safe.startsWith('"') ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Excel reads `x:str`, LibreOffice `sdnum`. */
function htmlCell({ text, isText }: CopiedCell): string {
  const format = isText ? ' x:str sdnum="1033;0;@"' : '';
  return `<td${format}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}
