import type { JournalPreset, JournalPresetId } from '@/lib/domain/journal/presets';
import type { FieldFilter } from '@/lib/domain/journal/query';

/** The lines that a preset's columns are meant for. */
export interface PresetLines {
  /** What they are, after "Only". */
  noun: string;
  filter: FieldFilter;
}

const linesOf: Readonly<Record<JournalPresetId, PresetLines | undefined>> = {
  item: undefined,
  'physical-inventory': {
    noun: 'physical inventory',
    filter: { field: 'PhysInventory', op: 'eq', value: true },
  },
  revaluation: { noun: 'revaluation', filter: { field: 'ValueEntryType', op: 'eq', value: 'Revaluation' } },
  reclassification: { noun: 'reclassification', filter: { field: 'EntryType', op: 'eq', value: 'Transfer' } },
  output: { noun: 'output', filter: { field: 'EntryType', op: 'eq', value: 'Output' } },
  consumption: { noun: 'consumption', filter: { field: 'EntryType', op: 'eq', value: 'Consumption' } },
  recurring: { noun: 'recurring', filter: { field: 'RecurringMethod', op: 'notempty' } },
};

/** The lines of a preset; undefined for one whose columns suit all lines. */
export function presetLines({ id }: JournalPreset): PresetLines | undefined {
  return linesOf[id];
}
