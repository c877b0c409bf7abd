import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import { isSummable } from './grouping';
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

/** Sums by direction: of the lines in, of those out, and in minus out. */
export const flows = ['in', 'out', 'net'] as const;

export type Flow = (typeof flows)[number];

/** What is added up: a field of all lines, or of those that go one way. */
export interface Summed {
  /** As in an address: `Amount`, `Amount.net`. */
  name: string;
  field: JournalField;
  /** Null: all lines, whatever their direction. */
  flow: Flow | null;
}

/** The sum of that name; undefined where there is no such field or flow, or its values do not add up. */
export function summed(name: string): Summed | undefined {
  const [fieldName = '', flowName] = name.split(/\.(.*)/s, 2);
  const field = journalField(fieldName);
  if (!field || !isSummable(field)) return undefined;
  if (flowName === undefined) return { name, field, flow: null };
  const flow = flows.find((known) => known === flowName);
  return flow && { name, field, flow };
}

/** "Amount net". */
export function sumLabel({ field, flow }: Summed): string {
  return flow === null ? field.label : `${field.label} ${flow}`;
}

/** Whether a sum is no total, because its lines have several units of measure. @param name as in `sums` of an answer. */
export function isMixed({ mixed }: { mixed?: readonly string[] | undefined }, name: string): boolean {
  return mixed !== undefined && mixed.includes(summed(name)?.field.name ?? '');
}

/** Whether the field counts goods, and so moves none in a revaluation. */
export function countsGoods({ unit }: JournalField): boolean {
  return unit === 'line' || unit === 'base';
}

/** What tells a line's directions and its units of measure. */
export const movementFields = [
  ...['EntryType', 'ValueEntryType', 'ItemNo'],
  ...['UnitofMeasureCode', 'QtyperUnitofMeasure', 'CapUnitofMeasureCode'],
];

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

/** Lines that sums of in, out and net leave out, as an answer names them. */
export type LeftOutOfFlows = Pick<JournalPage, 'moved' | 'uncounted' | 'revalued'>;

/** Which of these lines they are. @param rows with `movementFields`. @param hasGoods quantities are added up. */
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

/** Sentences about these lines; empty where there are none. */
export function leftOutOfFlows({ moved = 0, uncounted = [], revalued = 0 }: LeftOutOfFlows): string[] {
  const unknown = uncounted.map(({ entryType, valueEntryType, lines }) =>
    valueEntryType === undefined
      ? `Not counted: ${counted(lines, 'line')} ${entryType.trim() === '' ? 'without an entry type' : `of entry type “${entryType}”`}.`
      : `Quantities not counted: ${counted(lines, 'line')} of entry type “${entryType}” and value entry type “${valueEntryType}”.`,
  );
  return [
    ...unknown,
    ...(revalued === 0
      ? []
      : [
          `Quantities not counted: ${counted(revalued, 'revaluation line')}, which change values and move no goods.`,
        ]),
    ...(moved === 0 ? [] : [`Neither in nor out: ${counted(moved, 'transfer line')}.`]),
  ];
}
