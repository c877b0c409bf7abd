import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import type { AccessAddress } from '@/components/access/filters/access-address';
import { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';
import { labelsQuery } from '@/lib/client/labels';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { answeringStore, cell, status, told } from '@/tests/support/browser/answering-store';
import { draw } from './draw';

const address: AccessAddress = {
  ...{ type: [], q: '', entity: '', rows: null, used: false, sort: 'id', reverse: false },
  ...{ fold: [], unfold: [], foldGroup: [], stage: false, review: false, overview: false, compare: null },
};

/** What a filter lists of the customers 40000, of which entity 100 may use the first so many. */
function listed(filter: Partial<AccessAddress>, granted: number) {
  vi.useFakeTimers();
  const { store, posts } = answeringStore();
  const matrix = new GrowingMatrix();
  for (let record = 0; record < 4; record++)
    for (const entityId of ['100', '110'])
      matrix.add('Customer', String(40_000 + record), entityId, entityId === '100' && record < granted);
  store.show({ matrix, status: status() }, store.ask());
  const data = new QueryClient();
  data.setQueryData(labelsQuery('').queryKey, { records: [], entities: [] });
  let found: ReturnType<typeof useVisibleMatrix> = null;
  const Page = () => {
    found = useVisibleMatrix(store, { ...address, ...filter }, 20);
    return null;
  };
  draw(createElement(Page), { data });
  let seq = 1;
  const hears = (record: number, accessible: boolean) =>
    flushSync(() =>
      store.takeCells([told({ recordId: String(40_000 + record), accessible, applied: false })], ++seq),
    );
  const rows = () => [...(found?.shown.records ?? [])];
  const columns = () => [...(found?.shown.entities ?? [])];
  const waits = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms));
  return { store, posts, hears, rows, columns, waits };
}

it('lists what fits again at once where nothing is shown', () => {
  const { hears, rows, columns } = listed({ rows: 'has', used: true }, 0);
  expect([rows(), columns()]).toEqual([[], []]);
  hears(2, true);
  expect([rows(), columns()]).toEqual([[2], [0]]);
});

it('lists what fits again soon, and keeps what fits no longer', () => {
  const { hears, rows, waits } = listed({ rows: 'has' }, 2);
  hears(0, false);
  hears(3, true);
  expect(rows()).toEqual([0, 1]);
  waits(1_000);
  expect(rows()).toEqual([0, 1, 3]);
});

it('moves no row while the person switches', () => {
  const { store, hears, rows, waits } = listed({ rows: 'has' }, 2);
  hears(3, true);
  waits(900);
  flushSync(() => void store.edits.switch(cell, true));
  waits(900);
  expect(rows()).toEqual([0, 1]);
  waits(100);
  expect(rows()).toEqual([0, 1, 3]);
});
