import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useAccessMatrix } from '@/lib/client/matrix/use-access-matrix';
import { matrixMediaType } from '@/lib/contract/media-types';
import { answeringStore, status } from '@/tests/support/browser/answering-store';

it('asks for a document that failed again, however often the console tells how far its reading is', async () => {
  const { store } = answeringStore();
  const load = { ...status({ loading: true, complete: false }), connection: 'main', arrived: 0 };
  let documents = 0;
  vi.stubGlobal('EventSource', class extends EventTarget {});
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Headers }) => {
    if (headers.get('Accept') !== matrixMediaType) return Promise.resolve(Response.json(load));
    documents++;
    return Promise.reject(new TypeError('The network is down.'));
  });
  const root = createRoot(document.createElement('div'));
  const client = new QueryClient();
  const reading = setInterval(() => store.takeLoad({ ...load, arrived: ++load.arrived }), 100);
  onTestFinished(() => {
    clearInterval(reading);
    root.unmount();
    client.clear();
    vi.unstubAllGlobals();
  });
  const Page = () => {
    useAccessMatrix(store, 'main');
    return null;
  };
  flushSync(() => root.render(createElement(QueryClientProvider, { client }, createElement(Page))));
  await expect.poll(() => documents).toBe(1);
  await expect.poll(() => documents, { timeout: 6_000 }).toBe(2);
});
