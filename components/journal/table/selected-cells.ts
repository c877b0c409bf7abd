import { copyTable } from '@/components/ui/tables/copy-table';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isBusinessCentralDay } from '@/lib/domain/calendar-day';
import {
  decimalText,
  exactDecimal,
  exactSum,
  exactZero,
  type ExactDecimal,
} from '@/lib/domain/exact-decimal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalField } from '@/lib/domain/journal/fields';
import { addsUp } from '@/lib/domain/journal/grouping';
import {
  areMixed,
  countsGoods,
  directionIn,
  leftOutIn,
  summed,
  type LeftOutOfFlows,
} from '@/lib/domain/journal/movement';
import { decimalInDigits } from '@/lib/domain/reader-formats';
import { dayInDigits } from '@/lib/domain/reader-input';
import { copiedTable, type ClipboardContent, type CopiedCell } from '@/lib/domain/spreadsheet/copied-table';
import { formatValue } from '../value-format';
import type { SelectedRow } from './selected-strips';

export interface SelectionFigures {
  filled: number;
  /** Number of filled cells that hold a quantity or an amount. */
  count: number;
  /** Their figures by measure: numbers of different columns are not added up. */
  measures: readonly MeasureFigures[];
  /** Lines that the signed sums leave out. */
  left: LeftOutOfFlows;
}

export interface MeasureFigures {
  label: string;
  /** In minus out where values have a direction; null: they are of several units of measure. */
  sum: string | null;
  /** Null: the values have no direction, as those of groups, which are sums already. */
  flows: { in: string; out: string } | null;
  average: number;
  least: NumberCell;
  most: NumberCell;
  hasAmounts: boolean;
}

/** Sums with more digits than a number holds are texts. */
interface NumberCell {
  row: JournalRow;
  field: JournalField;
  value: number | string;
}

/**
 * Adds up selected cells exactly, those of lines as their totals are, each column on its own; columns across of one sum
 * are one. Rows of sums are left out
 * where rows that they contain are selected.
 */
export function figuresOf(selected: readonly SelectedRow[]): SelectionFigures {
  const deepest = Math.max(...selected.map(({ level }) => level ?? Infinity));
  let filled = 0;
  const measures = new Map<string, NumberCell[]>();
  for (const { row, level, cells } of selected)
    for (const { field, over } of (level ?? Infinity) === deepest ? cells : []) {
      const value = row[field.name];
      if (isUnset(value)) continue;
      filled++;
      if (field.kind !== 'decimal' || value === undefined || typeof value === 'boolean') continue;
      const measure = over === undefined ? field.label : `${field.label} across`;
      const cells = measures.get(measure);
      if (cells === undefined) measures.set(measure, [{ row, field, value }]);
      else cells.push({ row, field, value });
    }
  const signed = [...measures.values()].flat().filter(({ field }) => isOfLines(field));
  return {
    filled,
    count: [...measures.values()].reduce((sum, { length }) => sum + length, 0),
    measures: [...measures].map(([label, cells]) => figuresOfMeasure(label, cells)),
    left: leftOutIn(
      [...new Set(signed.map(({ row }) => row))],
      signed.some(({ field }) => countsGoods(field)),
    ),
  };
}

/** Sums of groups are named with their direction. */
function isOfLines(field: JournalField): boolean {
  return addsUp(field) && summed(field.name)?.flow === null;
}

function sumOf(numbers: readonly NumberCell[]): ExactDecimal {
  return numbers.reduce((sum, { value }) => exactSum(sum, exactDecimal(value)), exactZero);
}

function figuresOfMeasure(label: string, numbers: readonly NumberCell[]): MeasureFigures {
  const [first] = numbers;
  const isSigned = first !== undefined && isOfLines(first.field);
  const isMixed =
    isSigned &&
    areMixed(
      numbers.map(({ row }) => row),
      first.field,
    );
  const going = (way: 1 | -1) => sumOf(numbers.filter(({ row, field }) => directionIn(row, field) === way));
  const [into, out] = isSigned ? [going(1), going(-1)] : [exactZero, exactZero];
  const total = sumOf(numbers);
  const net = exactSum(into, { ...out, units: -out.units });
  return {
    label,
    sum: isMixed ? null : decimalText(isSigned ? net : total),
    flows: isSigned ? { in: decimalText(into), out: decimalText(out) } : null,
    average: Number(decimalText(total)) / numbers.length,
    least: numbers.reduce((a, b) => (Number(b.value) < Number(a.value) ? b : a)),
    most: numbers.reduce((a, b) => (Number(b.value) > Number(a.value) ? b : a)),
    hasAmounts: numbers.some(({ field }) => field.group === 'Amounts'),
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
