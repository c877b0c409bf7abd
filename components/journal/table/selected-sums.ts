import type { JournalRow } from '@/lib/contract/journal/journal';
import { areMixed, directionIn, leftOutIn } from '@/lib/domain/journal/direction';
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
import { countsGoods, summed, type LeftOutOfFlows } from '@/lib/domain/journal/movement';
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
 * are one. Rows of sums are left out where rows that they contain are selected.
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
  const rows = numbers.map(({ row }) => row);
  const isMixed = isSigned && areMixed(rows, first.field);
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
