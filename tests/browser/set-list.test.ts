import { QueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { useChangesAddress } from '@/components/changes/list/changes-address';
import type { ChangesShown } from '@/components/changes/list/changes-parameters';
import { SetList } from '@/components/changes/list/set-list';
import type { ChangeList, ChangeSet } from '@/lib/contract/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

type Address = ReturnType<typeof useChangesAddress>;

const nothing: ChangesShown = {
  ...{ person: '', recordType: '', recordId: '', entityId: '', from: '', to: '', before: '' },
  ...{ outcome: null, state: null, kind: null, mine: false },
};

/** The list over its two pages, with the page that is shown kept here instead of in an address. */
function List() {
  const [shown, setShown] = useState(nothing);
  const set: Address[1] = (change) => {
    const next = typeof change === 'function' ? change(shown) : change;
    setShown({ ...nothing, before: next?.before ?? '' });
  };
  return createElement(SetList, { address: [shown, set] });
}

function openList(newest: Partial<ChangeSet> = {}): void {
  vi.stubGlobal('fetch', (path: string): Promise<Response> => {
    if (!path.includes('/api/changes')) return Promise.resolve(Response.json({ records: [], entities: [] }));
    const isOlder = new URL(path, 'http://console').searchParams.get('before') === '1.a';
    const set = someSet({
      state: 'done',
      id: isOlder ? 'old' : 'new',
      reason: isOlder ? 'Oldest' : 'Newest',
      ...(!isOlder && newest),
    });
    return Promise.resolve(
      Response.json({ value: [set], next: isOlder ? null : '1.a' } satisfies ChangeList),
    );
  });
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  draw(createElement(List), { data });
}

it('more than a page is gone through from the newest to the oldest, and the keys stay at the button', async () => {
  openList();
  const older = page.getByRole('button', { name: 'Older' });
  await expect.element(page.getByText('“Newest”')).toBeVisible();
  await older.click();
  await expect.element(page.getByText('“Oldest”')).toBeVisible();
  await expect.element(page.getByText('“Newest”')).not.toBeInTheDocument();
  await expect.element(older).toBeDisabled();
  expect(document.activeElement).toBe(older.element());
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect.element(page.getByText('“Newest”')).toBeVisible();
});

it('a set of one that is under way counts one assignment, not percent', async () => {
  openList({ state: 'running', counts: { ...someSet().counts, total: 1, pending: 1, applied: 0 } });
  await expect.element(page.getByText('“Newest”')).toBeVisible();
  expect(document.body.textContent).not.toContain('%');
});
