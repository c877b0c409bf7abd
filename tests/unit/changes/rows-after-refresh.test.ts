import { expect, it } from 'vitest';
import { rowsAfterRefresh } from '@/components/changes/list/use-arrivals';

const set = (id: string, minute: number, state = 'done') => ({
  ...{ id, state },
  createdAt: `2026-11-26T10:${String(minute)}:00.000Z`,
});
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ');
const shown = [set('c', 30, 'running'), set('b', 20), set('a', 10)];

it('leaves out what came since, and shows the others as they are now', () => {
  const now = [set('e', 50), set('d', 40), set('c', 30), set('b', 20), set('a', 10)];
  expect(rowsAfterRefresh(shown, now, false)).toEqual([set('c', 30), set('b', 20), set('a', 10)]);
});

it('keeps the rows that newer ones pushed off the page, all of them if need be', () => {
  expect(ids(rowsAfterRefresh(shown, [set('e', 50), set('d', 40), set('c', 30)], true))).toBe('c b a');
  expect(ids(rowsAfterRefresh(shown, [set('g', 50), set('f', 45), set('e', 40)], true))).toBe('c b a');
});

it('drops what belongs to the list no more', () => {
  expect(ids(rowsAfterRefresh(shown, [set('c', 30), set('a', 10)], true))).toBe('c a');
  expect(ids(rowsAfterRefresh(shown, [set('c', 30), set('b', 20)], false))).toBe('c b');
  expect(rowsAfterRefresh(shown, [], false)).toEqual([]);
});
