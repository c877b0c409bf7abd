import { describe, expect, it } from 'vitest';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField, keyFields, searchedFields } from '@/lib/domain/journal/field-index';
import { journalFieldGroups, journalFields, type JournalFieldKind } from '@/lib/domain/journal/fields';
import { addsUp } from '@/lib/domain/journal/grouping';
import { journalPresets, leadingColumns } from '@/lib/domain/journal/presets';

describe('journal field catalogue', () => {
  it('has the 167 fields of the interface, each once', () => {
    expect(journalFields).toHaveLength(167);
    expect(new Set(journalFields.map(({ name }) => name)).size).toBe(167);
  });

  it('has as many fields of each kind as the interface', () => {
    const counts: Partial<Record<JournalFieldKind, number>> = {};
    for (const { kind } of journalFields) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(counts).toEqual({
      etag: 1,
      guid: 1,
      string: 78,
      decimal: 46,
      boolean: 16,
      integer: 14,
      date: 9,
      time: 2,
    });
  });

  it('knows the 14 options of the interface, whose captions may come encoded', () => {
    expect(journalFields.filter(({ options }) => options !== undefined)).toHaveLength(14);
  });

  it('adds up quantities, times and amounts, and no prices, rates or precisions', () => {
    const names = journalFields.filter(addsUp).map(({ name }) => name);
    expect(names).toHaveLength(24);
    expect(names).toEqual(expect.arrayContaining(['Quantity', 'RunTime', 'Amount', 'AmountACY']));
    const others = [
      'UnitAmount',
      'UnitCost',
      'IndirectCost',
      'OverheadRate',
      'QtyRoundingPrecision',
      'LineNo',
    ];
    expect(names.filter((name) => others.includes(name))).toEqual([]);
  });

  it('gives every field a caption of its own and a group, and every group a field', () => {
    expect(new Set(journalFields.map(({ label }) => label)).size).toBe(167);
    expect(new Set(journalFields.map(({ group }) => group))).toEqual(new Set(journalFieldGroups));
  });

  it('calls only texts Codes or options, and none both', () => {
    for (const field of journalFields.filter(({ code, options }) => code ?? options)) {
      expect(field.kind).toBe('string');
      expect(field.code !== undefined && field.options !== undefined).toBe(false);
    }
  });

  it('knows every field that presets, key and search name', () => {
    const named = [...keyFields, ...searchedFields, ...journalPresets.flatMap((p) => p.columns)];
    expect(named.filter((name) => !journalField(name))).toEqual([]);
  });
});

describe('presets', () => {
  it('show no column twice, and begin with the leading ones', () => {
    for (const { id, columns } of journalPresets) {
      expect(new Set(columns).size, id).toBe(columns.length);
      expect(columns.slice(0, leadingColumns.length), id).toEqual(leadingColumns);
    }
  });
});

describe('unset values', () => {
  const unset = [
    '',
    ' ',
    '0001-01-01',
    '0001-01-01T00:00:00Z',
    '00:00:00',
    '00000000-0000-0000-0000-000000000000',
  ];

  it.each([...unset, null, undefined])('%o is unset', (value) => {
    expect(isUnset(value)).toBe(true);
  });

  it.each([0, false, true, -1.5, '0', 'X', '2026-11-15', '08:00:00'])('%o is a value', (value) => {
    expect(isUnset(value)).toBe(false);
  });
});
