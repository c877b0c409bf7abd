import type { JournalFacets } from '@/lib/contract/journal/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { optionFields, optionMeaning } from '@/lib/domain/journal/option-meanings';
import type { JournalPreset, JournalPresetId } from '@/lib/domain/journal/presets';
import type { FieldFilter } from '@/lib/domain/journal/query';

/** The lines that a preset's columns are for. */
export interface PresetLines {
  /** Follows "Only". */
  noun: string;
  /** The field and its value: the meaning of an option, true, or null for any value. */
  field: string;
  wanted: string | true | null;
}

const linesOf: Readonly<Record<JournalPresetId, PresetLines | undefined>> = {
  item: undefined,
  'physical-inventory': { noun: 'physical inventory', field: 'PhysInventory', wanted: true },
  revaluation: { noun: 'revaluation', field: 'ValueEntryType', wanted: 'Revaluation' },
  reclassification: { noun: 'reclassification', field: 'EntryType', wanted: 'Transfer' },
  output: { noun: 'output', field: 'EntryType', wanted: 'Output' },
  consumption: { noun: 'consumption', field: 'EntryType', wanted: 'Consumption' },
  recurring: { noun: 'recurring', field: 'RecurringMethod', wanted: null },
};

/** Undefined: the columns suit all lines. */
export function presetLines({ id }: JournalPreset): PresetLines | undefined {
  return linesOf[id];
}

/** Null: the console does not know the value's meaning. */
function isMeant({ field: name, wanted }: PresetLines, value: string | number | boolean): boolean | null {
  if (typeof wanted !== 'string') return wanted === true ? value === true : !isUnset(value);
  const field = optionFields.find((one) => one === name);
  const meaning = field === undefined ? null : optionMeaning(field, String(value));
  return meaning === null ? null : meaning === wanted;
}

/** Whether a filter keeps only lines of the preset. */
export function isPresetFilter(of: PresetLines, one: FieldFilter): boolean {
  if (one.field !== of.field) return false;
  if (of.wanted === null) return one.op === 'notempty';
  const values = 'values' in one ? one.values : one.op === 'eq' && 'value' in one ? [one.value] : [];
  return values.length > 0 && values.every((value) => isMeant(of, value) === true);
}

/** Number of the preset's lines, the filter for them (null: no known value), and values of unknown meaning. */
export function presetFigures(of: PresetLines, { values }: JournalFacets) {
  const { field, wanted } = of;
  const meant = values.filter(({ value }) => isMeant(of, value) === true);
  const options = meant.map(({ value }) => String(value));
  const ofOptions: FieldFilter | null = options.length === 0 ? null : { field, op: 'in', values: options };
  return {
    lines: meant.reduce((sum, { lines }) => sum + lines, 0),
    filter: plainFilter(field, wanted) ?? ofOptions,
    unknown: values.flatMap(({ value }) => (isMeant(of, value) === null ? [String(value)] : [])),
  };
}

function plainFilter(field: string, wanted: PresetLines['wanted']): FieldFilter | null {
  if (wanted === null) return { field, op: 'notempty' };
  return wanted === true ? { field, op: 'eq', value: true } : null;
}
