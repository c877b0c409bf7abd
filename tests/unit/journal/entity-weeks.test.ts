import { describe, expect, it } from 'vitest';
import {
  conditionsOf,
  isChosen,
  otherConditions,
  rowsOf,
  tintOfSize,
} from '@/components/journal/month-end/entity-weeks';
import { sizeOf } from '@/components/journal/pictures/measure';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';

const added = (count: number, amount: string) => ({ count, sums: { Amount: amount } });
const groups = {
  ...{ by: ['BssiEntityID'], sum: ['Amount'], pivot: 'PostingDate.week' },
  across: ['', '2026-11-09'],
  groups: [
    { key: [''], ...added(1, '5'), cells: [added(1, '5'), null] },
    { key: ['200'], ...added(3, '-70.5'), cells: [null, added(3, '-70.5')] },
  ],
  total: { ...added(4, '-65.5'), cells: [added(1, '5'), added(3, '-70.5')] },
  more: { groups: 0, across: 0 },
  ...{ complete: true, copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false },
};

describe('entities by posting weeks', () => {
  it('have all entities and all weeks first, and nothing where there are no lines', () => {
    const rows = rowsOf(groups);
    expect(rows.map((row) => row[0]?.entity)).toEqual([null, '', '200']);
    expect(rows[0]?.map(({ week }) => week)).toEqual([null, '', '2026-11-09']);
    expect(rows.map((row) => row.map((cell) => cell.added?.count ?? null))).toEqual([
      [4, 1, 3],
      [1, 1, null],
      [3, null, 3],
    ]);
    expect(rows[2]?.map((cell) => sizeOf(cell.added, 'amount'))).toEqual([-70.5, 0, -70.5]);
  });

  it('are tinted by their share of the largest, few lines so that they are seen, whatever the sign', () => {
    expect([0, 1, 12, 62, -62].map((size) => tintOfSize(size, 62))).toEqual([0, 2, 5, 10, 10]);
    expect(tintOfSize(0, 0)).toBe(0);
  });

  it('lead to the lines of a cell in place of other entities and dates', () => {
    const query: JournalQuery = {
      ...defaultJournalQuery,
      entities: ['100'],
      from: '2026-01-01',
      item: '18*',
      filters: [
        { field: 'PostingDate', op: 'notempty' },
        { field: 'Quantity', op: 'gt', value: 5 },
      ],
      check: 'no-entity',
    };
    const week = { entity: '200', week: '2026-11-30', added: added(1, '1') };
    const quantity = query.filters.slice(1);
    expect(conditionsOf(week, query)).toMatchObject({
      ...{ entities: ['200'], from: '2026-11-30', to: '2026-12-06' },
      filters: quantity,
    });
    expect(conditionsOf({ ...week, week: '' }, query)).toMatchObject({
      ...{ entities: ['200'], from: '', to: '' },
      filters: [...quantity, { field: 'PostingDate', op: 'empty' }],
    });
    expect(conditionsOf({ ...week, entity: null }, query).entities).toEqual([]);
    expect(conditionsOf({ ...week, entity: '' }, query).entities).toEqual(['']);
    expect(isChosen(week, query)).toBe(false);
    expect(isChosen(week, { ...query, ...conditionsOf(week, query) })).toBe(true);
    expect(otherConditions(query)).toMatchObject({
      ...{ entities: [], from: '', to: '', item: '18*', check: 'no-entity' },
      filters: quantity,
    });
  });
});
