import { copyTable } from '@/components/ui/tables/copy-table';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { decimalText, exactDecimal, exactSum, exactZero } from '@/lib/domain/exact-decimal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import { decimalInDigits } from '@/lib/domain/reader-formats';
import { dayInDigits } from '@/lib/domain/reader-input';
import { copiedTable, type ClipboardContent, type CopiedCell } from '@/lib/domain/spreadsheet/copied-table';
import { formatValue } from '../value-format';
import type { SelectedRow } from './selected-strips';

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

/** Puts selected cells on the clipboard. */
export function copyCells(selected: readonly SelectedRow[], isWithHeads: boolean): void {
  if (selected.length === 0) return; // a head has the focus
  void copyTable(clipboardOf(selected, isWithHeads));
}

/** Selected cells as a table to copy. */
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
  return copiedTable(rows);
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
