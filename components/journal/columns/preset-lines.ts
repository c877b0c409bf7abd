import type { JournalFacets } from '@/lib/contract/journal/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { writeFieldFilter } from '@/lib/domain/journal/field-filter';
import { optionMeaning, type OptionField, type OptionMeaning } from '@/lib/domain/journal/option-meanings';
import type { JournalPreset, JournalPresetId } from '@/lib/domain/journal/presets';
import type { FieldFilter } from '@/lib/domain/journal/query';

/** The lines that a preset's columns are meant for. */
export interface PresetLines {
  /** What they are, after "Only". */
  noun: string;
  /** The field that tells them. */
  field: string;
  /** The filter that leaves them; null: they are those whose option has the meaning. */
  filter: FieldFilter | null;
  /** Whether a value of the field is theirs; null: the console does not know what it means. */
  isMeant: (value: FieldValue) => boolean | null;
}

type FieldValue = JournalFacets['values'][number]['value'];

function ofOption<Field extends OptionField>(
  noun: string,
  field: Field,
  wanted: OptionMeaning<Field>,
): PresetLines {
  const isMeant = (value: FieldValue) => {
    const meaning = optionMeaning(field, String(value));
    return meaning === null ? null : meaning === wanted;
  };
  return { noun, field, filter: null, isMeant };
}

const linesOf: Readonly<Record<JournalPresetId, PresetLines | undefined>> = {
  item: undefined,
  'physical-inventory': {
    noun: 'physical inventory',
    field: 'PhysInventory',
    filter: { field: 'PhysInventory', op: 'eq', value: true },
    isMeant: (value) => value === true,
  },
  revaluation: ofOption('revaluation', 'ValueEntryType', 'Revaluation'),
  reclassification: ofOption('reclassification', 'EntryType', 'Transfer'),
  output: ofOption('output', 'EntryType', 'Output'),
  consumption: ofOption('consumption', 'EntryType', 'Consumption'),
  recurring: {
    noun: 'recurring',
    field: 'RecurringMethod',
    filter: { field: 'RecurringMethod', op: 'notempty' },
    isMeant: (value) => !isUnset(value),
  },
};

/** The lines of a preset; undefined for one whose columns suit all lines. */
export function presetLines({ id }: JournalPreset): PresetLines | undefined {
  return linesOf[id];
}

/** Whether a filter leaves lines of the preset only. */
export function isPresetFilter({ field, filter, isMeant }: PresetLines, one: FieldFilter): boolean {
  if (filter !== null) return writeFieldFilter(one) === writeFieldFilter(filter);
  if (one.field !== field) return false;
  const values = 'values' in one ? one.values : one.op === 'eq' && 'value' in one ? [one.value] : [];
  return values.length > 0 && values.every((value) => isMeant(value) === true);
}

/** What the values of the field say of a preset's lines. */
export interface PresetFigures {
  lines: number;
  /** The filter that leaves them; null: no line has a value that is known to be theirs. */
  filter: FieldFilter | null;
  /** Values that the console does not know: their lines may belong to the preset too. */
  unknown: string[];
}

/** Counts a preset's lines by the values of its field. */
export function presetFigures(of: PresetLines, { values }: JournalFacets): PresetFigures {
  const meant = values.filter(({ value }) => of.isMeant(value) === true);
  return {
    lines: meant.reduce((sum, { lines }) => sum + lines, 0),
    filter:
      of.filter ??
      (meant.length === 0
        ? null
        : { field: of.field, op: 'in', values: meant.map(({ value }) => String(value)) }),
    unknown: values.flatMap(({ value }) => (of.isMeant(value) === null ? [String(value)] : [])),
  };
}
