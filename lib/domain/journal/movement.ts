import type { JournalPage } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import { isSummable } from './grouping';

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

/** Lines that sums of in, out and net leave out, as an answer names them. */
export type LeftOutOfFlows = Pick<JournalPage, 'moved' | 'uncounted' | 'revalued'>;

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
