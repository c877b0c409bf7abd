import { createElement } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useAccessMatrix } from '@/lib/client/matrix/use-access-matrix';
import { matrixMediaType } from '@/lib/contract/media-types';
import { answeringStore, status } from '@/tests/support/browser/answering-store';
import { draw } from './draw';

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
  const reading = setInterval(() => store.takeLoad({ ...load, arrived: ++load.arrived }), 100);
  onTestFinished(() => clearInterval(reading));
  const Page = () => {
    useAccessMatrix(store, 'main');
    return null;
  };
  draw(createElement(Page));
  await expect.poll(() => documents).toBe(1);
  await expect.poll(() => documents, { timeout: 6_000 }).toBe(2);
});
