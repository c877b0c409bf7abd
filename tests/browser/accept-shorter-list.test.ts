import { createElement } from 'react';
import { expect, it } from 'vitest';
import { AccessNotices } from '@/components/access/access-notices';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { ApiError } from '@/lib/client/api';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { draw } from './draw';

const doubt =
  'The service lists 1,010 records now, 2,019 before. Perhaps the console’s user lost a permission, or the service stopped in the middle of its list.';
const status: MatrixStatus = {
  ...{ version: '1', ledgerSeq: 1, complete: true, loading: false, assignments: 1, arrived: 1 },
  ...{ records: 1, entities: 1, asOf: '2026-11-22T02:07:00.000Z', problem: null, unknown: [], doubt },
  outside: { count: 0, cells: [] },
};

/** The notice on a page, and what finds a button or the dialog in it. */
function somePage(onAccept: (doubt: string) => Promise<void>) {
  const notices = createElement(AccessNotices, { isWhole: true, status, error: null, onAccept });
  const { place } = draw(notices);
  const dialog = () => document.querySelector('dialog[open]');
  const button = (within: ParentNode | null, words: string) =>
    [...(within?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent.includes(words));
  return { place, dialog, button };
}

it('a shorter list is accepted only after a question, with the words that were asked about', async () => {
  const accepted: string[] = [];
  const { place, dialog, button } = somePage((words) => Promise.resolve(void accepted.push(words)));
  button(place, 'Accept shorter list')?.click();
  await expect.poll(() => dialog()?.textContent).toContain(doubt);
  button(dialog(), 'Cancel')?.click();
  await expect.poll(dialog).toBeNull();
  expect(accepted).toEqual([]);
  button(place, 'Accept shorter list')?.click();
  await expect.poll(() => dialog()?.textContent).toContain(doubt);
  button(dialog(), 'Accept shorter list')?.click();
  await expect.poll(() => accepted).toEqual([doubt]);
  await expect.poll(dialog).toBeNull();
});

it.each([
  ['The shorter list was not accepted', 'conflict', false],
  ['It is not known whether the shorter list was accepted', 'internal', true],
  [undefined, 'signed-out', false],
] as const)('%s: said of an acceptance that failed', async (title, code, unreachable) => {
  const problem = { title: 'No', status: 400, code, detail: 'Because.', requestId: 'r' };
  const { place, dialog, button } = somePage(() => Promise.reject(new ApiError(problem, unreachable)));
  button(place, 'Accept shorter list')?.click();
  await expect.poll(dialog).not.toBeNull();
  button(dialog(), 'Accept shorter list')?.click();
  await expect.poll(dialog).toBeNull();
  expect(toastStore.read()[0]?.title).toBe(title);
});
