import { expect, it } from 'vitest';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { readFieldFilter, writeFieldFilter } from '@/lib/domain/journal/field-filter';
import {
  isPresetFilter,
  presetFigures,
  presetLines,
  type PresetLines,
} from '@/components/journal/columns/preset-lines';
import { journalPreset, journalPresets, type JournalPresetId } from '@/lib/domain/journal/presets';

const facets = (field: string, values: JournalFacets['values']): JournalFacets => {
  return { field, values, more: 0, copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false };
};

function linesOf(id: JournalPresetId): PresetLines {
  const of = presetLines(journalPreset(id));
  if (of === undefined) throw new Error(`${id} names no lines.`);
  return of;
}

const usualValues = {
  PhysInventory: [{ value: true, lines: 3 }, { value: false, lines: 9 }],
  ValueEntryType: [{ value: 'Revaluation', lines: 3 }, { value: 'Direct Cost', lines: 9 }],
  EntryType: ['Transfer', 'Output', 'Consumption'].map((value) => ({ value, lines: 3 })),
  RecurringMethod: [{ value: 'Fixed', lines: 1 }, { value: 'Xyz', lines: 2 }, { value: '', lines: 9 }],
}; // prettier-ignore

it('every preset but the default names its lines by a filter that an address can hold', () => {
  const [usual, ...others] = journalPresets;
  expect(presetLines(usual)).toBeUndefined();
  for (const { id } of others) {
    const of = linesOf(id);
    const values = usualValues[of.field as keyof typeof usualValues];
    const { filter, lines, unknown } = presetFigures(of, facets(of.field, values));
    expect([id, lines, unknown]).toEqual([id, 3, []]);
    if (filter === null) throw new Error(`${id} leaves no lines.`);
    expect(readFieldFilter(writeFieldFilter(filter))).toEqual({ value: filter });
    expect(isPresetFilter(of, filter)).toBe(true);
  }
});

it('finds the lines of a preset where options come in another language', () => {
  const of = linesOf('reclassification');
  const values = [{ value: 'Umlagerung', lines: 7 }, { value: 'Einkauf', lines: 90 }, { value: '', lines: 2 }]; // prettier-ignore
  const filter = { field: 'EntryType', op: 'in', values: ['Umlagerung'] } as const;
  expect(presetFigures(of, facets('EntryType', values))).toEqual({ lines: 7, filter, unknown: [] });
  expect(isPresetFilter(of, { field: 'EntryType', op: 'eq', value: 'Umlagerung' })).toBe(true);
  expect(isPresetFilter(of, { field: 'EntryType', op: 'in', values: ['Umlagerung', 'Einkauf'] })).toBe(false);
});

it('says which options it does not know instead of counting none', () => {
  const values = [{ value: 'Xyz', lines: 7 }, { value: 'Einkauf', lines: 90 }]; // prettier-ignore
  expect(presetFigures(linesOf('output'), facets('EntryType', values))).toEqual({
    ...{ lines: 0, filter: null, unknown: ['Xyz'] },
  });
});
