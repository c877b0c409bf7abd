import { expect, it } from 'vitest';
import { columnSets, mostPrintedRows } from '@/components/access/print/printed-columns';

it.each([
  [
    'more of them',
    Array<string>(60).fill('100'),
    [
      { from: 0, to: 27 },
      { from: 27, to: 54 },
      { from: 54, to: 60 },
    ],
  ],
  [
    'long codes',
    Array<string>(10).fill('X'.repeat(150)),
    [
      { from: 0, to: 6 },
      { from: 6, to: 10 },
    ],
  ],
])('columns part for paper: %s', (_, ids, sets) => {
  expect(columnSets(ids)).toEqual(sets);
});

it.each([
  [24, 2_000],
  [2_000, 400],
])('of rows beside %i entities at most %i are printed', (entities, rows) => {
  expect(mostPrintedRows(entities)).toBe(rows);
});
