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

/** A text for the clipboard, and the same as HTML for programs that take more than text. */
export interface ClipboardContent {
  text: string;
  html: string;
}

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

/** Adds up selected cells, exactly. Sums among the rows are left out where rows are selected that they may contain. */
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

/**
 * Selected cells as spreadsheets take them: tab-separated text, and a table of HTML in which texts are marked as texts, so
 * that codes keep their zeros.
 */
export function clipboardOf(selected: readonly SelectedRow[], isWithHeads: boolean): ClipboardContent {
  // Ranges of different columns: each column once, and nothing where a row is not selected in it.
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
  /** A spreadsheet must not take it for a number, a date or a formula. */
  isText: boolean;
}

/** A value as the reader's spreadsheet takes it: numbers with all digits and without thousands, days in digits, no second cell. */
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

/** Excel reads the first attribute of a text, LibreOffice the second. */
function htmlCell({ text, isText }: CopiedCell): string {
  const format = isText ? ' x:str sdnum="1033;0;@"' : '';
  return `<td${format}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
}
