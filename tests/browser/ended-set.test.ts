import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useEndedSet } from '@/components/changes/running/use-ended-set';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { someSet } from '@/tests/support/changes/some-set';

let connection = '';

function Card() {
  connection = useConnectionKey();
  return useEndedSet().set?.id ?? 'none';
}

/** The card of a set that ended so, with the clock at hand. */
function endedWith(counts: Partial<ReturnType<typeof someSet>['counts']>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    flushSync(() => root.unmount());
    place.remove();
    vi.useRealTimers();
  });
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, refetchInterval: false } },
  });
  const running = someSet({ id: 'a' });
  const set = someSet({ id: 'a', state: 'done', counts: { ...running.counts, pending: 0, ...counts } });
  client.setQueryData(changeSetQuery('a', true).queryKey, set);
  const page = createElement(QueryClientProvider, { client }, createElement(Card));
  const address = createElement(SearchParamsContext, { value: new URLSearchParams() }, page);
  flushSync(() => root.render(createElement(PathnameContext, { value: '/' }, address)));
  flushSync(() => {
    endedSets.takeOne(connection, running);
    endedSets.takeOne(connection, set);
  });
  return place;
}

it('lets the card of a set that ended well go by itself', async () => {
  const place = endedWith({ applied: someSet().counts.total });
  expect(place.textContent).toBe('a');
  await vi.advanceTimersByTimeAsync(119_000);
  expect(place.textContent).toBe('a');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(place.textContent).toBe('none');
});

it('keeps the card of a set that needs a look', async () => {
  const { total } = someSet().counts;
  const place = endedWith({ applied: total - 1, rejected: 1 });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(place.textContent).toBe('a');
});
