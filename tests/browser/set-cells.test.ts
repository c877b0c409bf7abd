import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SetCells } from '@/components/changes/set/set-cells';
import type { ChangeCells, ChangeSet } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

/** The lines of a set in a console that says by `detail` which of its answers they are of. */
function someLines() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }); // lines are read again after a while in any case
  let reads = 0;
  vi.stubGlobal('fetch', (path: string): Promise<Response> => {
    if (!path.includes('/cells')) return Promise.resolve(Response.json({ records: [], entities: [] }));
    const line: ChangeCells['value'][number] = {
      ...{ position: 0, recordType: 'Customer', recordId: '40000', entityId: '100' },
      ...{
        expected: false,
        before: false,
        current: false,
        accessible: true,
        state: 'rejected',
        detail: `Read ${++reads}`,
      },
      ...{ settledAt: null, sends: 1 },
    };
    return Promise.resolve(
      Response.json({ value: [line], total: 1, page: 1, pageSize: 100, asOf: null } satisfies ChangeCells),
    );
  });
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const cellsOf = (set = someSet()) => createElement(SetCells, { set });
  const { show, leave } = draw(cellsOf(), { data });
  return {
    show: (set: ChangeSet) => show(cellsOf(set)),
    reads: () => reads,
    comeBack: () => {
      leave();
      draw(cellsOf(), { data });
    },
  };
}

const lineSays = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();

it('reads the lines of a set once, and again with each change of its counts', async () => {
  const { show, reads } = someLines();
  await lineSays('Read 1');
  expect(reads()).toBe(1);
  const { counts } = someSet();
  show(someSet({ counts: { ...counts, pending: 2, applied: 2 } }));
  await lineSays('Read 2');
  show(someSet({ counts: { ...counts, pending: 2, applied: 2 }, state: 'paused' }));
  await lineSays('Read 3');
});

it('reads lines again that were kept, for they may be older than the counts', async () => {
  const { comeBack } = someLines();
  await lineSays('Read 1');
  comeBack();
  await lineSays('Read 2');
});
