import { describe, expect, it } from 'vitest';
import { signsOfCut } from '@/components/journal/table/cell-width';
import { edgesIn, selectedIn } from '@/components/journal/table/selected-strips';
import { steppedRange, virtualSides, withGaps } from '@/components/journal/table/visible-cells';

describe('what of a table is drawn', () => {
  it('is all of a usual page, the columns in view of a wide one, and the rows in view of a large one', () => {
    expect(virtualSides(100, 20)).toEqual({ down: false, sideways: false });
    expect(virtualSides(100, 40)).toEqual({ down: false, sideways: false });
    expect(virtualSides(50, 41)).toEqual({ down: false, sideways: true });
    expect(virtualSides(100, 167)).toEqual({ down: true, sideways: true });
    expect(virtualSides(500, 5)).toEqual({ down: true, sideways: false });
  });

  it('comes and goes in whole steps, with room at both ends and the place in focus', () => {
    const range = steppedRange(8, 40);
    const first = range({ startIndex: 11, endIndex: 14, count: 50 });
    expect(first).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 40]);
    expect(range({ startIndex: 12, endIndex: 16, count: 50 })).toBe(first);
    expect(range({ startIndex: 45, endIndex: 49, count: 50 })).toEqual([
      40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    ]);
    expect(steppedRange(8, -1)({ startIndex: 0, endIndex: 2, count: 3 })).toEqual([0, 1, 2]);
  });

  it('leaves gaps in place of the others', () => {
    expect(withGaps([2, 3, 7], 10)).toEqual([
      { from: 0, count: 2 },
      2,
      3,
      { from: 4, count: 3 },
      7,
      { from: 8, count: 2 },
    ]);
    expect(withGaps([], 3)).toEqual([{ from: 0, count: 3 }]);
    expect(withGaps([0, 1], 2)).toEqual([0, 1]);
  });
});

describe('what is selected', () => {
  const bounds = [
    { minRowIndex: 1, maxRowIndex: 2, minColumnIndex: 1, maxColumnIndex: 3 },
    { minRowIndex: 2, maxRowIndex: 2, minColumnIndex: 4, maxColumnIndex: 4 },
  ];

  it('has one line around all that hangs together', () => {
    const edges = edgesIn(selectedIn(bounds, 2));
    expect([0, 1, 2, 3, 4, 5].map(edges)).toEqual([
      null,
      'bottom left',
      'bottom',
      'bottom',
      'top right bottom',
      null,
    ]);
  });

  it('leaves rows alike that look alike', () => {
    expect(selectedIn(bounds, 0)).toBe('');
    const tall = [{ minRowIndex: 0, maxRowIndex: 9, minColumnIndex: 0, maxColumnIndex: 0 }];
    expect(selectedIn(tall, 4)).toBe(selectedIn(tall, 5));
    expect(selectedIn(tall, 8)).not.toBe(selectedIn(tall, 9));
  });
});

it('a number is shown whole or not at all', () => {
  expect(signsOfCut('1,234.50', 80)).toBeNull();
  expect(signsOfCut('1,234.50', 60)).toBe('#####');
  expect(signsOfCut('-7', 10)).toBe('#');
});
