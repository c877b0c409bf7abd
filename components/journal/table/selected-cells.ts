import { copyTable } from '@/components/ui/tables/copy-table';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { decimalText, exactDecimal } from '@/lib/domain/exact-decimal';
import type { JournalField } from '@/lib/domain/journal/fields';
import { decimalInDigits } from '@/lib/domain/reader-formats';
import { dayInDigits } from '@/lib/domain/reader-input';
import { copiedTable, type ClipboardContent, type CopiedCell } from '@/lib/domain/spreadsheet/copied-table';
import { formatValue } from '../value-format';
import type { SelectedRow } from './selected-strips';

/** Puts selected cells on the clipboard. */
export function copyCells(selected: readonly SelectedRow[], isWithHeads: boolean): void {
  if (selected.length === 0) return; // a head has the focus
  void copyTable(clipboardOf(selected, isWithHeads));
}

/** Selected cells as a table to copy. */
export function clipboardOf(selected: readonly SelectedRow[], isWithHeads: boolean): ClipboardContent {
  // Ranges may have different columns: each column occurs once, empty where its row is not selected.
  const heads = new Map(
    selected.flatMap(({ cells }) =>
      cells.map(({ at, field, over }) => [at, over === undefined ? field.label : `${over}: ${field.label}`]),
    ),
  );
  const columns = [...heads].sort(([a], [b]) => a - b);
  const rows = selected.map(({ row, cells }) => {
    const own = new Map(cells.map(({ at, field }) => [at, field]));
    return columns.map(([at]) => {
      const field = own.get(at);
      return field === undefined ? { text: '', isText: false } : copiedCell(field, row[field.name]);
    });
  });
  if (isWithHeads) rows.unshift(columns.map(([, text]) => ({ text, isText: true })));
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
