import type { JournalRow } from '@/lib/contract/journal/journal';
import type { JournalField } from './fields';
import { countsGoods, type LeftOutOfFlows } from './movement';
import { optionMeaning, type OptionMeaning } from './option-meanings';

/** 1: into the inventory, -1: out of it, 0: neither; null: the console does not know. */
export type Direction = 1 | -1 | 0 | null;

/** By the sign that Business Central posts with. */
const directions: Readonly<Record<OptionMeaning<'EntryType'>, 1 | -1 | 0>> = {
  Purchase: 1,
  Sale: -1,
  'Positive Adjmt.': 1,
  'Negative Adjmt.': -1,
  Transfer: 0,
  Consumption: -1,
  Output: 1,
  'Assembly Consumption': -1,
  'Assembly Output': 1,
};

/** The direction of a line's amounts. @param entryType a caption in any language that the console knows. */
export function directionOfAmounts(entryType: string): Direction {
  const meaning = optionMeaning('EntryType', entryType);
  return meaning === null || meaning === '' ? null : directions[meaning as keyof typeof directions]; // one of its captions
}

/** The direction of a line's quantities. A revaluation changes values and moves no goods. */
export function directionOfGoods(entryType: string, valueEntryType: string): Direction {
  const meaning = optionMeaning('ValueEntryType', valueEntryType);
  if (meaning === 'Revaluation') return 0;
  return meaning === null ? null : directionOfAmounts(entryType);
}

const textIn = (row: JournalRow, name: string): string => String(row[name] ?? '');

/** The direction of a line's value in the field. @param row with `movementFields`. */
export function directionIn(row: JournalRow, field: JournalField): Direction {
  const entryType = textIn(row, 'EntryType');
  return countsGoods(field)
    ? directionOfGoods(entryType, textIn(row, 'ValueEntryType'))
    : directionOfAmounts(entryType);
}

/** Whether the field's quantities in these lines have several units of measure. @param rows with `movementFields`. */
export function areMixed(rows: readonly JournalRow[], { name, unit }: JournalField): boolean {
  const counting = rows.filter((row) => Number(row[name] ?? 0) !== 0);
  const areSeveral = (of: (row: JournalRow) => string) => new Set(counting.map(of)).size > 1;
  const areSeveralIn = (field: string) => areSeveral((row) => textIn(row, field).toUpperCase());
  if (unit !== 'base')
    return unit !== undefined && areSeveralIn(unit === 'line' ? 'UnitofMeasureCode' : 'CapUnitofMeasureCode');
  // One item has one base unit. A line in boxes does not name it.
  const baseUnit = (row: JournalRow) =>
    [0, 1].includes(Number(row['QtyperUnitofMeasure'] ?? 0))
      ? textIn(row, 'UnitofMeasureCode').toUpperCase()
      : `1/${textIn(row, 'ItemNo').toUpperCase()}`;
  return areSeveralIn('ItemNo') && areSeveral(baseUnit);
}

/** Which of these lines sums of in, out and net leave out. @param rows with `movementFields`. @param hasGoods quantities are added up. */
export function leftOutIn(rows: readonly JournalRow[], hasGoods: boolean): LeftOutOfFlows {
  const uncounted = new Map<string, NonNullable<LeftOutOfFlows['uncounted']>[number]>();
  let [moved, revalued] = [0, 0];
  for (const row of rows) {
    const [entryType, valueEntryType] = [textIn(row, 'EntryType').trim(), textIn(row, 'ValueEntryType')];
    const amounts = directionOfAmounts(entryType);
    const goods = directionOfGoods(entryType, valueEntryType);
    if (amounts === null || goods === null) {
      const kind = { entryType, ...(amounts !== null && { valueEntryType }) };
      const key = JSON.stringify(kind).toUpperCase();
      const known = uncounted.get(key) ?? { ...kind, lines: 0 };
      uncounted.set(key, { ...known, lines: known.lines + 1 });
    }
    if (amounts === 0) moved++;
    else if (amounts !== null && goods === 0) revalued++;
  }
  return { uncounted: [...uncounted.values()], moved, ...(hasGoods && { revalued }) };
}
