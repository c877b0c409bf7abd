import { expect, it } from 'vitest';
import { readFieldFilter, writeFieldFilter } from '@/lib/domain/journal/field-filter';
import { journalField } from '@/lib/domain/journal/field-index';
import { presetLines } from '@/components/journal/columns/preset-lines';
import { journalPresets } from '@/lib/domain/journal/presets';

it('every preset but the default names its lines by a filter that an address can hold', () => {
  const [usual, ...others] = journalPresets;
  expect(presetLines(usual)).toBeUndefined();
  for (const preset of others) {
    const of = presetLines(preset);
    if (of === undefined) throw new Error(`${preset.label} names no lines.`);
    expect(readFieldFilter(writeFieldFilter(of.filter))).toEqual({ value: of.filter });
    const { options } = journalField(of.filter.field) ?? {};
    if (options !== undefined && of.filter.op === 'eq') expect(options).toContain(of.filter.value);
  }
});
