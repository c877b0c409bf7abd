import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridSelection, isSamePlace, rangeOf, type GridRange } from '@/components/grid/grid-selection';

const at = (row: number, column: number) => ({ row, column });
const range = (top: number, left: number, bottom: number, right: number): GridRange => ({
  top,
  left,
  bottom,
  right,
});

function selectionOf(ranges: readonly GridRange[]): GridSelection {
  const selection = new GridSelection();
  for (const each of ranges) selection.select(each, at(each.top, each.left), true);
  return selection;
}

function cellsOf({ top, left, bottom, right }: GridRange): string[] {
  const cells: string[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) cells.push(`${String(row)} ${String(column)}`);
  return cells;
}

const anyPosition = fc.record({ row: fc.nat(12), column: fc.nat(12) });
const anyRange = fc.tuple(anyPosition, anyPosition).map(([one, other]) => rangeOf(one, other));

describe('what is selected in a grid', () => {
  it('is nothing at first, and after it is cleared', () => {
    const selection = new GridSelection();
    expect([selection.isEmpty, selection.clear(), selection.has(0, 0)]).toEqual([true, false, false]);
    expect([selection.strips(), selection.counts()]).toEqual([[], { cells: 0, rows: 0, columns: 0 }]);
    selection.select(range(0, 0, 1, 1), at(0, 0));
    expect([selection.isEmpty, selection.clear(), selection.isEmpty]).toEqual([false, true, true]);
  });

  it('tells the one cell that is left of several', () => {
    const selection = selectionOf([range(2, 3, 2, 3)]);
    expect(selection.only).toEqual(at(2, 3));
    selection.toggle(range(7, 1, 7, 1), at(7, 1));
    expect(selection.only).toBeNull();
    selection.toggle(range(7, 1, 7, 1), at(7, 1));
    expect(selection.only).toEqual(at(2, 3)); // though the other one was pressed last
    selection.clear();
    expect(selection.only).toBeNull();
  });

  it('is one range unless another is selected besides', () => {
    const selection = selectionOf([range(0, 0, 1, 1)]);
    selection.select(range(5, 5, 6, 6), at(5, 5));
    expect([selection.has(0, 0), selection.has(5, 6)]).toEqual([false, true]);
    selection.select(range(0, 0, 0, 0), at(0, 0), true);
    expect(selection.ranges).toEqual([range(5, 5, 6, 6), range(0, 0, 0, 0)]);
  });

  it('grows from the active cell, turns about where it began, and begins anew once cleared', () => {
    const selection = new GridSelection();
    selection.extendTo(at(5, 6), at(3, 4));
    expect(selection.ranges).toEqual([range(3, 4, 5, 6)]);
    selection.extendTo(at(1, 2), at(5, 6));
    expect(selection.ranges).toEqual([range(1, 2, 3, 4)]);
    selection.clear();
    selection.extendTo(at(8, 8), at(9, 9));
    expect(selection.ranges).toEqual([range(8, 8, 9, 9)]);
  });

  it('grows by its last range only, from that one’s anchor', () => {
    const selection = selectionOf([range(0, 0, 1, 1)]);
    selection.select(range(4, 4, 6, 6), at(6, 6), true);
    selection.extendTo(at(7, 9), at(0, 0));
    expect(selection.ranges).toEqual([range(0, 0, 1, 1), range(6, 6, 7, 9)]);
  });

  it('comes in strips whose runs join where ranges touch', () => {
    expect(
      selectionOf([range(0, 4, 2, 5), range(1, 0, 1, 1), range(1, 2, 1, 2), range(9, 0, 9, 0)]).strips(),
    ).toEqual([
      { top: 0, bottom: 0, runs: [{ left: 4, right: 5 }] },
      {
        top: 1,
        bottom: 1,
        runs: [
          { left: 0, right: 2 },
          { left: 4, right: 5 },
        ],
      },
      { top: 2, bottom: 2, runs: [{ left: 4, right: 5 }] },
      { top: 9, bottom: 9, runs: [{ left: 0, right: 0 }] },
    ]);
  });

  it('is counted without a walk over its cells', () => {
    const whole = range(0, 0, 999_999, 199);
    expect(selectionOf([whole, whole, range(5, 150, 1_000_004, 249)]).counts()).toEqual({
      cells: 1_000_000 * 200 + 999_995 * 50 + 5 * 100,
      rows: 1_000_005,
      columns: 250,
    });
  });

  it('has each cell of its ranges once, in strips from the top, in runs from the left that lie apart', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 7 }), (ranges) => {
        const selection = selectionOf(ranges);
        const wanted = new Set(ranges.flatMap(cellsOf));
        const strips = selection.strips();
        const found = strips.flatMap(({ top, bottom, runs }) =>
          runs.flatMap(({ left, right }) => cellsOf({ top, bottom, left, right })),
        );
        expect(found).toHaveLength(wanted.size);
        expect(new Set(found)).toEqual(wanted);
        strips
          .slice(1)
          .forEach(({ top }, index) => expect(top).toBeGreaterThan(strips[index]?.bottom ?? Infinity));
        for (const { runs } of strips)
          runs.slice(1).forEach(({ left }, index) => {
            expect(left).toBeGreaterThan((runs[index]?.right ?? Infinity) + 1);
          });
        const isHad = (cell: string): boolean => {
          const [row = 0, column = 0] = cell.split(' ').map(Number);
          return selection.has(row, column);
        };
        expect(new Set(cellsOf(range(0, 0, 13, 13)).filter(isHad))).toEqual(wanted);
        expect(selection.counts()).toEqual({
          cells: wanted.size,
          rows: new Set([...wanted].map((cell) => cell.split(' ')[0])).size,
          columns: new Set([...wanted].map((cell) => cell.split(' ')[1])).size,
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('a selection that is changed', () => {
  it('loses a range that is chosen again, and gains one of which some was not selected', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { minLength: 1, maxLength: 4 }), anyRange, (ranges, chosen) => {
        const selection = selectionOf(ranges);
        const before = new Set(ranges.flatMap(cellsOf));
        const all = cellsOf(chosen);
        const isAll = all.every((cell) => before.has(cell));
        for (const cell of all) if (isAll) before.delete(cell);
        selection.toggle(chosen, at(chosen.top, chosen.left));
        const after = isAll ? before : new Set([...before, ...all]);
        expect(selection.counts().cells).toBe(after.size);
        expect(new Set(selection.ranges.flatMap(cellsOf))).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  it('grows beside what is left after something was taken out', () => {
    const selection = selectionOf([range(0, 0, 0, 2)]);
    selection.toggle(range(0, 1, 0, 1), at(0, 1));
    selection.extendTo(at(1, 1), at(0, 1));
    expect(new Set(selection.ranges.flatMap(cellsOf))).toEqual(new Set(['0 0', '0 2', '0 1', '1 1']));
  });

  it('stays whole rows or columns while it is drawn on', () => {
    const selection = new GridSelection();
    selection.select(range(3, 0, 3, 9), at(3, 4), false, 'rows');
    selection.extendTo(at(5, 4), at(3, 4));
    expect(selection.ranges).toEqual([range(3, 0, 5, 9)]);
    selection.extendTo(at(2, 4), at(5, 4));
    expect(selection.ranges).toEqual([range(2, 0, 3, 9)]);
    selection.select(range(0, 4, 20, 4), at(3, 4), false, 'columns');
    selection.extendTo(at(3, 6), at(3, 4));
    expect(selection.ranges).toEqual([range(0, 4, 20, 6)]);
    selection.select(range(0, 0, 20, 9), at(3, 4), false, 'all');
    selection.extendTo(at(4, 5), at(3, 4));
    expect(selection.ranges).toEqual([range(0, 0, 20, 9)]);
    selection.select(range(3, 3, 3, 3), at(3, 3));
    selection.extendTo(at(4, 4), at(3, 3));
    expect(selection.ranges).toEqual([range(3, 3, 4, 4)]);
  });
});

describe('a selection over another model', () => {
  const model = (rows: string, columns: string) => ({
    rowCount: rows.length,
    columns: { count: columns.length },
    rowKey: (row: number) => rows.charAt(row),
    columnKey: (column: number) => columns.charAt(column),
  });

  it('is at the same place only where each of its rows and columns is', () => {
    const selection = selectionOf([range(1, 0, 2, 1)]);
    const before = model('abcd', 'xyz');
    expect(isSamePlace(selection, before, model('abcd', 'xyz'))).toBe(true);
    expect(isSamePlace(selection, before, model('dbca', 'xyw'))).toBe(true);
    expect(isSamePlace(selection, before, model('acbd', 'xyz'))).toBe(false);
    expect(isSamePlace(selection, before, model('abcd', 'yxz'))).toBe(false);
    expect(isSamePlace(selection, before, model('abcde', 'xyz'))).toBe(false);
    expect(isSamePlace(new GridSelection(), before, model('', ''))).toBe(true);
    const one = new GridSelection();
    one.select({ top: 1, left: 1, bottom: 1, right: 1 }, { row: 1, column: 1 });
    expect(isSamePlace(one, before, model('abxxcd', 'xyz'))).toBe(true);
    expect(isSamePlace(one, before, model('axbcd', 'xyz'))).toBe(false);
    const unfolded = { ...model('abxxcd', 'xyz'), lastUnder: (row: number) => (row === 1 ? 3 : row) };
    expect(isSamePlace(one, { ...before, lastUnder: (row) => row }, unfolded)).toBe(false);
    one.select({ top: 1, left: 1, bottom: 1, right: 1 }, { row: 1, column: 1 }, false, 'rows');
    expect(isSamePlace(one, before, model('abxxcd', 'xyz'))).toBe(false);
  });
});
