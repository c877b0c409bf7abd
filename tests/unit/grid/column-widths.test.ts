import { expect, it } from 'vitest';
import { columnWidths } from '@/components/grid/column-widths';
import type { PinnedColumn } from '@/components/grid/grid-model';

const name = { key: 'name', label: 'Name', width: 158, most: 320, namesRow: true };
const figure = { key: 'figure', label: 'Figure', width: 84, namesRow: false };
const lay = (room: number, count: number, pinned: readonly PinnedColumn[] = [name, figure]) =>
  columnWidths({ pinned, columns: { count, least: 36, most: 56 } }, room);

it('gives names what columns at their least leave, and then the columns what names leave', () => {
  expect(lay(1_198, 24)).toEqual({ pinned: [250, 84], stuck: 334, column: 36, all: 1_198 });
  expect(lay(1_400, 24)).toMatchObject({ pinned: [356, 84], column: 40, all: 1_400 });
  expect(lay(2_000, 24)).toMatchObject({ pinned: [320, 84], column: 56 });
});

it('gives names a fifth of the view where columns scroll', () => {
  expect(lay(1_160, 100)).toMatchObject({ pinned: [232, 84], column: 36 });
  expect(lay(320, 100)).toMatchObject({ pinned: [158, 84], column: 36 });
  expect(lay(4_000, 400)).toMatchObject({ pinned: [320, 84], column: 36 });
});

it('narrows a figure to its least where columns do not fit beside its most, for the sake of names', () => {
  const pinned = [name, { ...figure, width: 56, most: 84 }];
  expect(lay(1_198, 24, pinned)).toMatchObject({ pinned: [250, 84], all: 1_198 });
  expect(lay(1_090, 24, pinned)).toMatchObject({ pinned: [170, 56], all: 1_090 });
  expect(lay(800, 24, pinned)).toMatchObject({ pinned: [188, 56], stuck: 244 });
});

it('never takes more than there is while the least fits', () => {
  for (let count = 1; count <= 40; count++)
    for (let room = 158 + 84 + count * 36; room < 2_600; room += 37) {
      const { pinned, column, all } = lay(room, count);
      expect(all).toBeLessThanOrEqual(room);
      expect([(pinned[0] ?? 0) >= 158, column >= 36, column <= 56, column % 2]).toEqual([
        true,
        true,
        true,
        0,
      ]);
    }
});

it('takes all the room where a name may be as wide as it likes', () => {
  expect(lay(1_246, 9, [{ ...name, most: Infinity }])).toMatchObject({ column: 36, all: 1_246 });
});

it('leaves in place what lies at the left of a fold, and grows columns into its room as far as they need it', () => {
  const pinned = [name, figure];
  const folded = (count: number, most: number, least = 36) =>
    columnWidths(
      { pinned, columns: { count, least: 36, most: 56, folds: { from: 24, least, most } } },
      1_198,
    );
  const { stuck } = lay(1_198, 24);
  expect(folded(20, 30)).toMatchObject({ stuck, column: 36, all: stuck + 20 * 36 });
  expect(folded(20, 64)).toMatchObject({ stuck, column: 36 }); // 43 would show no more of a name
  expect(folded(16, 64)).toMatchObject({ stuck, column: 54 }); // no wider than all 24 were
  expect(folded(8, 64)).toMatchObject({ stuck, column: 64 });
  expect(folded(23, 64, 46)).toMatchObject({ stuck, column: 46 });
});

it('uses all the room that was empty for the names of folded groups', () => {
  const columns = { count: 5, least: 36, most: 56, folds: { from: 6, least: 36, most: 152 } };
  const { stuck, column } = columnWidths({ pinned: [name, figure], columns }, 1_198);
  expect(column).toBe(2 * Math.floor(Math.min(152, (1_198 - stuck) / 5) / 2));
  expect(column).toBeGreaterThan(100);
});

it('keeps in view what fits into it once groups are folded, however many columns there were', () => {
  for (const count of [8, 16, 20, 24]) {
    const columns = { count, least: 36, most: 56, folds: { from: 100, least: 36, most: 152 } };
    expect(columnWidths({ pinned: [name, figure], columns }, 1_198).all).toBeLessThanOrEqual(1_198);
  }
});
