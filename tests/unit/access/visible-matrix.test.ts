import { describe, expect, it } from 'vitest';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import {
  withBandsFolded,
  rowOrderOf,
  visibleMatrix,
  type MatrixQuery,
} from '@/lib/domain/access/filter/visible-matrix';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { drawn } from './some-matrices';

const matrix = drawn(['UK2', 'UK10', 'DE1', 'DE2'], {
  'Vendor V1': '++++',
  'Item I10': '-+..',
  'Item I9': '++.-',
  'Item I8': '--.+',
  'Item J1': '.+-.',
});
const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, noNames) };
const everything: MatrixQuery = {
  recordTypes: [],
  text: '',
  entity: '',
  rows: null,
  isUsedOnly: false,
  sort: { by: 'id' },
  isReversed: false,
};

function shown(wish: Partial<MatrixQuery>, only: ((record: number) => boolean) | null = null) {
  const { records, entities, counts } = visibleMatrix(matrix, orders, { ...everything, ...wish }, only);
  const { granted, existing } = counts;
  return {
    rows: [...records].map((record) => matrix.recordId(record)),
    columns: [...entities].map(
      (entity) => `${matrix.entityId(entity)} ${String(granted[entity])}/${String(existing[entity])}`,
    ),
  };
}

describe('what a wish shows of a matrix', () => {
  it('is everything without one, in natural order', () => {
    expect(shown({})).toEqual({
      rows: ['I8', 'I9', 'I10', 'J1', 'V1'],
      columns: ['DE1 1/2', 'DE2 2/3', 'UK2 2/4', 'UK10 4/5'],
    });
  });

  it('is no row where there is no entity, in bands or not, folded or not', () => {
    for (const recordTypes of [[], ['Item']]) {
      const none = visibleMatrix(matrix, orders, { ...everything, recordTypes, entity: 'none' });
      for (const { rows } of [none, withBandsFolded(matrix, none, () => true)])
        expect([rows.count, rows.bandCounts]).toEqual([0, null]);
      expect(none.records.length).toBeGreaterThan(0); // they match, and are counted
    }
  });

  it('counts below each column the shown rows only', () => {
    expect(shown({ recordTypes: ['Item'], text: 'I*' })).toEqual({
      rows: ['I8', 'I9', 'I10'],
      columns: ['DE1 0/0', 'DE2 1/2', 'UK2 1/3', 'UK10 2/3'],
    });
  });

  it('compares rows over the entities that the text lets through', () => {
    expect(shown({ rows: 'all' }).rows).toEqual(['V1']);
    expect(shown({ rows: 'all', entity: 'UK*' }).rows).toEqual(['I9', 'J1', 'V1']);
    expect(shown({ rows: 'absent', entity: 'UK*' }).rows).toEqual(['J1']);
  });

  it('compares them before empty columns are left out', () => {
    expect(shown({ rows: 'absent', isUsedOnly: true, text: 'I9' })).toEqual({
      rows: ['I9'],
      columns: ['UK2 1/1', 'UK10 1/1'],
    });
  });

  it('leaves out the columns that show 0 in the rows of all filters together', () => {
    const wish = { text: 'I10|J1', entity: 'UK*|DE1', isUsedOnly: true };
    expect(shown(wish).columns).toEqual(['UK10 2/2']);
    expect(shown({ ...wish, rows: 'absent' }, (record) => matrix.recordId(record) !== 'J1')).toEqual({
      rows: ['I10'],
      columns: ['UK10 1/1'],
    });
    expect(shown({ ...wish, text: 'nowhere' })).toEqual({ rows: [], columns: [] });
  });

  it('orders what is left by the shown entities or by one, and the other way round', () => {
    const wish = { recordTypes: ['Item'], entity: 'UK*' };
    expect(shown({ ...wish, sort: { by: 'granted' } }).rows).toEqual(['I9', 'I10', 'J1', 'I8']);
    expect(shown({ ...wish, sort: { by: 'granted' }, isReversed: true }).rows).toEqual([
      'I8',
      'I10',
      'J1',
      'I9',
    ]);
    const sort = rowOrderOf(matrix, 'entity:DE2');
    expect(shown({ ...wish, sort }).rows).toEqual(['I8', 'I9', 'I10', 'J1']);
    expect(shown({ ...wish, sort, isReversed: true }).rows).toEqual(['I10', 'J1', 'I9', 'I8']);
    expect(shown({ ...wish, isReversed: true }).rows).toEqual(['J1', 'I10', 'I9', 'I8']);
  });

  it('leaves the orders it was given as they were', () => {
    shown({ isReversed: true, rows: 'has', isUsedOnly: true });
    expect(orders).toEqual({ records: recordOrder(matrix), entities: entityOrder(matrix, noNames) });
  });
});

describe('the order that an address names', () => {
  it.each([
    ['id', { by: 'id' }],
    ['granted', { by: 'granted' }],
    ['entity:UK2', { by: 'entity', entity: 0 }],
    ['entity:DE2', { by: 'entity', entity: 3 }],
    ['entity:FR1', { by: 'id' }],
    ['entity:', { by: 'id' }],
    ['DE2', { by: 'id' }],
    ['column:DE2', { by: 'id' }],
    ['', { by: 'id' }],
  ])('%j', (sort, wanted) => {
    expect(rowOrderOf(matrix, sort)).toEqual(wanted);
  });

  it('may be an entity whose ID has a colon', () => {
    expect(rowOrderOf(drawn(['a:b'], { 'Item 1': '+' }), 'entity:a:b')).toEqual({ by: 'entity', entity: 0 });
  });
});
