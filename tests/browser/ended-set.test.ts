import { QueryClient } from '@tanstack/react-query';
import { createElement, Fragment } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useEndedSetToasts } from '@/components/changes/running/use-ended-set-toasts';
import { Toaster } from '@/components/ui/feedback/messages';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
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

/** A page of which a set has ended so, after others. */
function endedWith(counts: Partial<ChangeSet['counts']>, before: readonly ChangeSet[] = []) {
  const running = someSet();
  const done = { ...running, state: 'done', counts: { ...running.counts, pending: 0, ...counts } } as const;
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const data = new QueryClient({ defaultOptions: { queries: { retry: false, refetchInterval: false } } });
  draw(createElement(Fragment, null, createElement(Shell)), { data });
  data.setQueryData(labelsQuery(connection).queryKey, { entities: [], records: [] });
  flushSync(() => {
    for (const set of [...before, running]) changeSetRegister.takeOne(connection, set);
    for (const set of before) changeSetRegister.takeOne(connection, { ...set, state: 'done' });
    changeSetRegister.takeOne(connection, done);
    changeSetRegister.takeOne(connection, done);
  });
}

const message = () => page.getByRole('region', { name: 'Messages' });
const { total } = someSet().counts;

it('says how a set ended, once, with a link to its page', async () => {
  endedWith({ applied: total });
  await expect.element(message()).toHaveTextContent('Done: 4 confirmed');
  await expect.element(message().getByRole('status')).toBeInTheDocument();
  expect(message().getByRole('link', { name: 'Open' }).element().getAttribute('href')).toBe('/changes/set-1');
  expect(toastStore.read()).toHaveLength(1);
});

it('keeps the message of a set that needs a look, and speaks it at once', async () => {
  endedWith({ applied: total - 1, rejected: 1 });
  await expect
    .element(message().getByRole('alert'))
    .toHaveTextContent('Done: 1 refused or failed, 3 confirmed');
});

it('takes its message back when the set is undone', async () => {
  endedWith({ applied: total });
  await expect.element(message()).toHaveTextContent('Done: 4 confirmed');
  const plain = someSet({ id: 'undo', undoOf: someSet().id });
  const undo = { ...plain, counts: { ...plain.counts, pending: total, applied: 0 } };
  changeSetRegister.takeOne(connection, undo);
  expect(toastStore.read()).toHaveLength(1); // nothing is undone yet
  changeSetRegister.takeOne(connection, { ...undo, counts: { ...undo.counts, pending: 0, applied: total } });
  expect(toastStore.read()).toEqual([]);
});

it('keeps a problem that nobody has read when the set is undone', async () => {
  endedWith({ applied: total - 1, rejected: 1 });
  await expect.element(message().getByRole('alert')).toBeInTheDocument();
  const undo = someSet({ id: 'undo', undoOf: someSet().id });
  changeSetRegister.takeOne(connection, { ...undo, counts: { ...undo.counts, pending: 0, applied: total } });
  expect(toastStore.read()).toHaveLength(1);
});

it('says nothing of a switch, which shows its end where it was pressed', async () => {
  endedWith({ applied: total }, [someSet({ id: 'switch', kind: 'switch' })]);
  await expect.element(message()).toBeInTheDocument();
  expect(toastStore.read()).toHaveLength(1);
});
