import { createElement } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SetButtons } from '@/components/changes/set/set-buttons';
import { toastStore } from '@/components/ui/feedback/toast-store';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

/** The buttons of a set to which a link has led that asks whether to undo it. */
function ledTo(first: ChangeSet) {
  const { href } = window.location;
  window.history.replaceState(null, '', '?undo=true');
  onTestFinished(() => window.history.replaceState(null, '', href));
  const buttonsOf = (set: ChangeSet) => createElement(SetButtons, { set });
  const { show } = draw(buttonsOf(first), { address: 'undo=true' });
  return {
    show: (set: ChangeSet) => show(buttonsOf(set)),
    question: () => document.querySelector('[role="dialog"], dialog[open]'),
  };
}

const counts = { ...someSet().counts, pending: 0, applied: 4 };
const said = () => toastStore.read().map(({ description }) => description);

it('of a set that has not ended a link asks whether to cancel it', async () => {
  const { question } = ledTo(someSet());
  await expect.poll(() => question()?.textContent).toContain('Cancel this change set?');
  expect(said()).toEqual([]);
  await expect.poll(() => window.location.search).toBe('');
});

it('a question whether to cancel ends with the set and says so; none that was not asked takes its place', async () => {
  const { show, question } = ledTo(someSet());
  await expect.poll(() => question()?.textContent).toContain('Cancel this change set?');
  show(someSet({ state: 'done', counts }));
  await expect.poll(said).toEqual(['It ended before it was cancelled.']);
  await expect.poll(question).toBeNull();
});

it('of a set that a person paused a link asks whether to undo what was done', async () => {
  const { question } = ledTo(someSet({ state: 'paused', asked: 'pause', counts: { ...counts, pending: 2 } }));
  await expect.poll(() => question()?.textContent).toContain('Undo this change?');
});

it('of a set that is being cancelled a link says why, and asks nothing by itself once it can', async () => {
  const { show, question } = ledTo(someSet({ asked: 'cancel' }));
  await expect.poll(said).toEqual([expect.stringContaining('Undo it when it has ended')]);
  await expect.poll(() => window.location.search).toBe('');
  show(someSet({ state: 'done', counts }));
  await expect.poll(() => document.body.textContent).toContain('Undo…');
  await import('@/components/changes/set/set-question'); // what a question would wait for
  expect(question()).toBeNull();
});

it('of a set that changed nothing a link says so', async () => {
  ledTo(someSet({ state: 'done', counts: { ...counts, applied: 0, rejected: 4 } }));
  await expect.poll(said).toEqual(['It changed no assignment, so there is nothing to undo.']);
});

it('of a set that can be undone a link asks at once', async () => {
  const { question } = ledTo(someSet({ state: 'done', counts }));
  await expect.poll(() => question()?.textContent).toContain('Undo this change?');
  expect(said()).toEqual([]);
  await expect.poll(() => window.location.search).toBe('');
});

it('a set does not count what an undo would do before a person asks for it', async () => {
  // It asked whether anything was left to undo; while a set was tried again, the answer was a 409 in the page's log.
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  draw(createElement(SetButtons, { set: someSet({ state: 'done', counts, undone: 3 }) }));
  await expect.element(page.getByRole('button', { name: 'Undo…' })).toBeVisible();
  expect(fetched).not.toHaveBeenCalledWith(expect.stringContaining('/undo'), expect.anything());
});

it('of a set that was undone a link says so', async () => {
  ledTo(someSet({ state: 'done', counts, undone: 4 }));
  await expect.poll(said).toEqual(['It is undone already. Its undo can be undone too.']);
});

it('a question forgets at its next opening what was ticked at the last', async () => {
  ledTo(someSet({ state: 'done', counts: { ...counts, applied: 2, rejected: 1, conflict: 1 } }));
  const others = page.getByRole('checkbox', { name: /changed meanwhile/ });
  const again = page.getByRole('button', { name: /^Try \d again…$/ });
  const leave = page.getByRole('button', { name: 'Leave as it is' });
  await leave.click(); // what the link asked
  await again.click();
  await others.click();
  await expect.element(others).toBeChecked();
  await leave.click();
  await again.click();
  await expect.element(others).not.toBeChecked();
});
