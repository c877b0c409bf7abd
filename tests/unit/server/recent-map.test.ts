import { expect, it } from 'vitest';
import { RecentMap } from '@/lib/server/recent-map';

it('forgets what was set longest ago, and counts what is set again as new', () => {
  const map = new RecentMap<string, number>(2);
  map.set('one', 1).set('two', 2).set('one', 11).set('three', 3);
  expect([...map]).toEqual([
    ['one', 11],
    ['three', 3],
  ]);
});
