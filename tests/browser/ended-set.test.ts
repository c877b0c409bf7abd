import { QueryClient } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useEndedSetToasts } from '@/components/changes/running/use-ended-set-toasts';
import { Toaster } from '@/components/ui/feedback/toast';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

let connection = '';

function Shell() {
  connection = useConnectionKey();
  useEndedSetToasts();
  return createElement(Toaster);
}

/** A page of which a set has ended so; the console answers `now` when it is asked how the set stands. */
function endedWith(counts: Partial<ChangeSet['counts']>, now: Partial<ChangeSet> = { state: 'done' }) {
  const running = someSet();
  const set = { ...running, ...now, counts: { ...running.counts, pending: 0, ...counts } };
  const asked = vi.fn(() => Promise.resolve(Response.json(set)));
  vi.stubGlobal('fetch', asked);
  const data = new QueryClient({ defaultOptions: { queries: { retry: false, refetchInterval: false } } });
  draw(createElement(Fragment, null, createElement(Shell)), { data });
  data.setQueryData(labelsQuery(connection).queryKey, { entities: [], records: [] });
  flushSync(() => {
    endedSets.takeOne(connection, running);
    endedSets.takeOne(connection, someSet({ state: 'done' }));
    endedSets.takeOne(connection, someSet({ state: 'done' }));
  });
  return { asked };
}

const message = () => page.getByRole('region', { name: 'Messages' });
const { total } = someSet().counts;

it('says how a set ended, once, with a link to its page', async () => {
  const { asked } = endedWith({ applied: total });
  await expect.element(message()).toHaveTextContent('Done: 4 confirmed');
  await expect.element(message().getByRole('status')).toBeInTheDocument();
  expect(message().getByRole('link', { name: 'Open' }).element().getAttribute('href')).toBe('/changes/set-1');
  expect(asked).toHaveBeenCalledTimes(1);
});

it('keeps the message of a set that needs a look, and speaks it at once', async () => {
  endedWith({ applied: total - 1, rejected: 1 });
  await expect
    .element(message().getByRole('alert'))
    .toHaveTextContent('Done: 1 refused or failed, 3 confirmed');
});

it('says nothing of a set that somebody has tried again meanwhile', async () => {
  const { asked } = endedWith({ applied: total - 1, pending: 1 }, { state: 'running' });
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  await asked.mock.results[0]?.value;
  expect(message().query()).toBeNull();
});
