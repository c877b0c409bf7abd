import { describe, expect, it } from 'vitest';
import { countTypes, filterFields } from '@/components/metadata/entity-set-browser';
import type { DeclaredField } from '@/lib/contract/metadata';

const field = (name: string, type: string, label: string | null): DeclaredField => ({
  name,
  type,
  label,
  maxLength: null,
  nullable: true,
  isKey: false,
});

const fields = [
  field('ItemNo', 'Edm.String', 'Item No.'),
  field('Quantity', 'Edm.Decimal', 'Quantity'),
  field('QtyPhysInventory', 'Edm.Decimal', 'Qty. (Phys. Inventory)'),
  field('NewThing', 'Edm.Boolean', null),
];

describe('filterFields', () => {
  it.each([
    ['', [], ['ItemNo', 'Quantity', 'QtyPhysInventory', 'NewThing']],
    ['item no', [], ['ItemNo']],
    [' QTY ', [], ['QtyPhysInventory']],
    ['decimal', [], ['Quantity', 'QtyPhysInventory']],
    ['inventory', ['Edm.Boolean'], []],
    ['', ['Edm.Boolean', 'Edm.String'], ['ItemNo', 'NewThing']],
    ['null', [], []],
  ])('finds by text %j and types %j', (text, types, names) => {
    expect(filterFields(fields, text, types).map(({ name }) => name)).toEqual(names);
  });
});

it('counts types, the most frequent first', () => {
  expect(countTypes(fields)[0]).toEqual({ type: 'Edm.Decimal', count: 2 });
  expect(countTypes(fields).reduce((sum, { count }) => sum + count, 0)).toBe(fields.length);
});
