import { describe, expect, it } from 'vitest';
import { positionAfterKey } from '@/components/grid/grid-keys';

const extent = { rows: 100, columns: 20, page: 10 };

function after(
  key: string,
  row: number,
  column: number,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {},
) {
  const to = positionAfterKey(
    { row, column },
    { key, ctrlKey: false, metaKey: false, altKey: false, ...held },
    extent,
  );
  return to === null ? null : [to.row, to.column];
}

describe('the keys of a grid', () => {
  it('moves by one, and stays at the edges', () => {
    expect(after('ArrowDown', 5, 5)).toEqual([6, 5]);
    expect(after('ArrowUp', 5, 5)).toEqual([4, 5]);
    expect(after('ArrowRight', 5, 5)).toEqual([5, 6]);
    expect(after('ArrowLeft', 5, 5)).toEqual([5, 4]);
    expect(after('ArrowUp', 0, 0)).toEqual([0, 0]);
    expect(after('ArrowLeft', 0, 0)).toEqual([0, 0]);
    expect(after('ArrowDown', 99, 19)).toEqual([99, 19]);
    expect(after('ArrowRight', 99, 19)).toEqual([99, 19]);
  });

  it('moves to the ends of the row and of the grid, and by pages', () => {
    expect(after('Home', 5, 5)).toEqual([5, 0]);
    expect(after('End', 5, 5)).toEqual([5, 19]);
    expect(after('Home', 5, 5, { ctrlKey: true })).toEqual([0, 0]);
    expect(after('End', 5, 5, { metaKey: true })).toEqual([99, 19]);
    expect(after('PageDown', 5, 5)).toEqual([15, 5]);
    expect(after('PageDown', 95, 5)).toEqual([99, 5]);
    expect(after('PageUp', 5, 5)).toEqual([0, 5]);
    expect(after('ArrowDown', 5, 5, { ctrlKey: true })).toEqual([99, 5]);
  });

  it('leaves every other key to the browser', () => {
    expect(after('Tab', 5, 5)).toBeNull();
    expect(after('a', 5, 5)).toBeNull();
    expect(after('ArrowLeft', 5, 5, { altKey: true })).toBeNull();
    expect(
      positionAfterKey(
        { row: 0, column: 0 },
        { key: 'ArrowDown', ctrlKey: false, metaKey: false, altKey: false },
        { rows: 0, columns: 5, page: 1 },
      ),
    ).toBeNull();
  });
});
