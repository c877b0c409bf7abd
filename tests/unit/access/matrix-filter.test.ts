import { describe, expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import {
  entityOrder,
  recordOrder,
  recordTypeCounts,
  visibleRecords,
} from '@/lib/domain/access/filter/matrix-filter';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';

function sample(): AccessMatrix {
  const matrix = new GrowingMatrix();
  for (const [type, id] of [
    ['Vendor', '10'],
    ['Customer', 'C10'],
    ['Customer', 'C9'],
    ['Item', '1896-S'],
    ['Customer', "O'Brien"],
  ] as const) {
    for (const entity of ['999', '100', '20']) matrix.add(type, id, entity, true);
  }
  return matrix;
}

const names = (matrix: AccessMatrix, records: Uint32Array): string[] =>
  [...records].map((record) => `${matrix.recordType(record)} ${matrix.recordId(record)}`);

describe('what the access page shows', () => {
  it('orders by type, then by ID with numbers by value; entities likewise', () => {
    const matrix = sample();
    expect(names(matrix, recordOrder(matrix))).toEqual([
      'Customer C9',
      'Customer C10',
      "Customer O'Brien",
      'Item 1896-S',
      'Vendor 10',
    ]);
    expect([...entityOrder(matrix, noNames)].map((entity) => matrix.entityId(entity))).toEqual([
      '20',
      '100',
      '999',
    ]);
  });

  it('puts the entities of a group together, where the first of them comes', () => {
    const matrix = new GrowingMatrix();
    for (const entity of ['UK01', '000', '600', '100', '110', '400', '999'])
      matrix.add('Item', '1', entity, true);
    const groups = { UK01: 'UK', '000': 'Group', '600': 'Group', '100': 'UK', '110': 'UK' };
    const entities = Object.entries(groups).map(([id, group]): [string, string, string] => [id, '', group]);
    const grouped = entityOrder(matrix, matrixNames(matrix, { records: [], entities }));
    expect([...grouped].map((entity) => matrix.entityId(entity))).toEqual([
      ...['000', '600', '100', '110', 'UK01', '400', '999'],
    ]);
  });

  it('shows everything without a filter, and only what the type and the text let through', () => {
    const matrix = sample();
    const order = recordOrder(matrix);
    const shown = (recordTypes: string[], text: string): string[] =>
      names(matrix, visibleRecords(matrix, order, { recordTypes, text }));
    expect(shown([], '')).toHaveLength(5);
    expect(shown(['Customer'], '')).toEqual(['Customer C9', 'Customer C10', "Customer O'Brien"]);
    expect(shown([], '10')).toEqual(['Customer C10', 'Vendor 10']);
    expect(shown(['Customer'], "o'b")).toEqual(["Customer O'Brien"]);
    expect(shown(['Job'], '')).toEqual([]);
  });

  it('counts the records of each type', () => {
    expect(recordTypeCounts(sample())).toEqual([
      { recordType: 'Customer', records: 3 },
      { recordType: 'Item', records: 1 },
      { recordType: 'Vendor', records: 1 },
    ]);
  });
});
