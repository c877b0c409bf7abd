import { describe, expect, it } from 'vitest';
import { changeBlock } from '@/lib/domain/access/change/change-block';
import type { WantedChange } from '@/lib/domain/access/change/change-proposal';

const change = (recordType: string, recordId: string, entityId: string, wanted = true): WantedChange => ({
  cell: { recordType, recordId, entityId },
  wanted,
});

const full = ['10', '9'].flatMap((id) =>
  ['200', '100'].flatMap((entity) => [change('Item', id, entity), change('Customer', id, entity, false)]),
);

describe('changes as a block', () => {
  const block = changeBlock(full);

  it('have a row for each type and its records, and a column for each entity, in natural order', () => {
    expect(block.rows).toEqual([
      { recordType: 'Customer', recordId: null },
      { recordType: 'Customer', recordId: '9' },
      { recordType: 'Customer', recordId: '10' },
      { recordType: 'Item', recordId: null },
      { recordType: 'Item', recordId: '9' },
      { recordType: 'Item', recordId: '10' },
    ]);
    expect(block.entityIds).toEqual(['100', '200']);
  });

  it('have the entities of a group beside each other, as the matrix has', () => {
    const some = ['300', '100', '200'].map((entity) => change('Item', '9', entity));
    const groupOf = (entity: string) => (entity === '200' ? '' : 'Nordics');
    expect(changeBlock(some, groupOf).entityIds).toEqual(['100', '300', '200']);
    // The first one of the group is not among those that change, and leads them all the same.
    const [, second, third] = some;
    expect(second && third && changeBlock([second, third], groupOf, ['50', '300']).entityIds).toEqual([
      '100',
      '200',
    ]);
  });

  it('lie by ones, by rows, by columns, by types and all together', () => {
    expect(block.one(1, 2)).toBe(block.at(1, 2)[0]);
    expect(block.one(1, 2)?.cell).toEqual({ recordType: 'Customer', recordId: '9', entityId: '200' });
    expect(block.one(0, 2)).toBeUndefined();
    expect(block.at(1, 0)).toHaveLength(2);
    expect(block.at(0, 0)).toHaveLength(4);
    expect(block.at(3, 1).map(({ cell }) => cell)).toEqual([
      { recordType: 'Item', recordId: '10', entityId: '100' },
      { recordType: 'Item', recordId: '9', entityId: '100' },
    ]);
    expect(block.at(-1, 2)).toHaveLength(4);
    expect(block.at(-1, 0)).toBe(full);
  });

  it('are found by their record, and nothing by one that is not there', () => {
    expect(block.rowOf('Item', '9')).toBe(4);
    expect(block.rowOf('Item', null)).toBe(3);
    expect(block.rowOf('Item', '11')).toBe(-1);
  });

  it('leave a place empty where nothing is to change', () => {
    const three = changeBlock(full.slice(0, 3));
    expect(three.rows).toHaveLength(4);
    const row = three.rowOf('Customer', '10');
    expect([1, 2].map((column) => three.at(row, column).length).sort()).toEqual([0, 1]);
    expect(three.at(99, 1)).toEqual([]);
  });
});
