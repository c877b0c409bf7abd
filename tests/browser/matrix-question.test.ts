import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MatrixQuestion, MatrixSetQuestion } from '@/components/changes/set/matrix-question';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useMatrixStore } from '@/lib/client/matrix/use-matrix-store';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { ChangeSet, UndoPreview } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

const undone: UndoPreview = { give: 4, remove: 0, left: 0, asOf: null };

/** What is asked on the matrix of a set that the console tells so. */
function asked(kind: 'undo' | 'cancel', set: ChangeSet, isOlder = false) {
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit = {}) =>
    path.endsWith(`/${set.id}`)
      ? Promise.resolve(Response.json(set))
      : path.endsWith('/undo')
        ? Promise.resolve(Response.json(method === 'POST' ? { id: 'undo' } : undone))
        : new Promise(() => undefined),
  );
  const onClose = vi.fn();
  const question = createElement(MatrixQuestion, { asked: { changeSetId: set.id, kind, isOlder }, onClose });
  const data = new QueryClient();
  draw(question, { data });
  const becomes = (next: ChangeSet) => data.setQueryData(changeSetQuery(set.id, true).queryKey, next);
  return { onClose, becomes, dialog: () => document.querySelector('dialog[open]')?.textContent };
}

const done = someSet({
  state: 'done',
  endedAt: '2026-01-01T00:01:00.000Z',
  counts: { ...someSet().counts, pending: 0, applied: 4 },
});
const said = () => toastStore.read().map(({ title, description }) => [title, description]);

it.each([
  ['has ended', done, 'This set has ended already. Nothing was changed.'],
  [
    'is being cancelled',
    someSet({ asked: 'cancel' }),
    'This set is being cancelled already. Nothing was changed by this request.',
  ],
])('to cancel a set that %s says so, and asks nothing else', async (_, set, why) => {
  const { onClose, dialog } = asked('cancel', set);
  await expect.poll(said).toEqual([['Nothing was cancelled', why]]);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(dialog()).toBeUndefined();
});

it.each([
  ['of one that runs', someSet(), 'Cancel this change set?'],
  ['of one that has ended', done, 'Undo this change?'],
])('to undo a set %s asks so', async (_, set, words) => {
  const { dialog } = asked('undo', set);
  await expect.poll(dialog).toContain(words);
});

it.each([
  ['undo', done, false],
  ['undo', done, true], // Z after a refusal, or after a change that was undone
  ['cancel', someSet(), true],
] as const)('to %s names the set, its person and its time', async (kind, set, isOlder) => {
  const { dialog } = asked(kind, set, isOlder);
  await expect.poll(dialog).toMatch(/2 customers in entities 100 and 110\. Requested by Dana at .+:00/);
  expect(dialog()?.includes('A newer change of yours was not made')).toBe(isOlder);
});

it('an undo that was asked for is told by what comes of it, not besides', async () => {
  const { onClose } = asked('undo', done);
  await page.getByRole('button', { name: 'Undo 4' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(said()).toEqual([]);
});

it.each([
  ['running', 0, 'Already being undone elsewhere'],
  ['done', 4, 'Already undone elsewhere'],
] as const)('goes when another tab undoes the set (%s), and says so', async (undoState, count, title) => {
  const { becomes, dialog, onClose } = asked('undo', done);
  await expect.poll(dialog).toContain('Undo this change?');
  becomes({ ...done, undoneBy: 'other', undoState, undone: count });
  await expect.poll(said).toEqual([[title, 'Given: 2 customers in entities 100 and 110.']]);
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['still runs', someSet({ counts: { ...done.counts, applied: 0, pending: 4 } }), true],
  ['has ended, and changed nothing', { ...done, counts: { ...done.counts, applied: 0, already: 4 } }, false],
])('a set that %s is the last change after a question that was closed, or not', async (_, set, isLast) => {
  asked('undo', set); // what the console says of it
  let store: MatrixStore | null = null;
  const Page = () => {
    store = useMatrixStore();
    return createElement(MatrixSetQuestion);
  };
  draw(createElement(Page));
  const { own } = store as unknown as MatrixStore; // it was drawn
  own.begin()({ kind: 'set', changeSetId: set.id, cells: 4 });
  own.ask(set.id, 'cancel');
  if (isLast) await expect.poll(() => document.querySelectorAll('dialog[open]').length).toBe(2);
  if (isLast) await userEvent.keyboard('{Escape}');
  await expect.poll(() => own.question).toBeNull();
  expect(own.last !== null).toBe(isLast);
});
