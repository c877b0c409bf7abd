import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SetCells } from '@/components/changes/set/set-cells';
import type { ChangeCells } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';

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
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const place = document.body.appendChild(document.createElement('div'));
  let root = createRoot(place);
  const show = (set = someSet()) => {
    const cells = createElement(
      PathnameContext,
      { value: '/' },
      createElement(SearchParamsContext, { value: new URLSearchParams() }, createElement(SetCells, { set })),
    );
    flushSync(() => root.render(createElement(QueryClientProvider, { client }, cells)));
  };
  const leave = () => flushSync(() => root.unmount());
  onTestFinished(() => {
    leave();
    place.remove();
    client.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  show();
  return {
    show,
    reads: () => reads,
    comeBack: () => {
      leave();
      root = createRoot(place);
      show();
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
