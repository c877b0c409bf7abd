import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EndedCard, EndedLink } from '@/components/changes/running/set-cards';
import { useEndedSet } from '@/components/changes/running/use-ended-set';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { labelsQuery } from '@/lib/client/labels';
import { someSet } from '@/tests/support/changes/some-set';
import { draw } from './draw';

let connection = '';

/** As the shell shows it: a card beside the page and a link above it, of which one is out of sight at any width. */
function Shown({ isNarrow }: { isNarrow: boolean }) {
  connection = useConnectionKey();
  const [beside, above] = [useEndedSet(), useEndedSet()];
  if (beside.set === undefined || above.set === undefined) return null;
  const { set, more, dismiss } = beside;
  return isNarrow
    ? createElement(EndedLink, { set: above.set })
    : createElement(EndedCard, { set, more, onDismiss: dismiss });
}

/** What is shown of sets that ended so, the last of them newest, with the clock at hand. */
function endedWith(
  counts: Partial<ReturnType<typeof someSet>['counts']>,
  { ids = ['a'], isNarrow = false } = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  document.body.insertAdjacentHTML('beforeend', '<main id="content" tabindex="-1">Page</main>');
  onTestFinished(() => {
    for (const id of ids) endedSets.dismiss(connection, id);
    document.getElementById('content')?.remove();
  });
  const data = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, refetchInterval: false } },
  });
  draw(createElement(Shown, { isNarrow }), { data });
  data.setQueryData(labelsQuery(connection).queryKey, { entities: [], records: [] });
  flushSync(() => {
    for (const id of ids) {
      const running = someSet({ id });
      const set = someSet({ id, state: 'done', counts: { ...running.counts, pending: 0, ...counts } });
      data.setQueryData(changeSetQuery(id, true).queryKey, set);
      endedSets.takeOne(connection, running);
      endedSets.takeOne(connection, set);
    }
  });
}

const link = () => page.getByRole('link').first();
const leadsTo = () => link().query()?.getAttribute('href')?.split('/').at(-1);
const ranWell = { applied: someSet().counts.total };

it('lets the card of a set that ended well go by itself', async () => {
  endedWith(ranWell);
  expect(leadsTo()).toBe('a');
  await vi.advanceTimersByTimeAsync(119_000);
  expect(leadsTo()).toBe('a');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(leadsTo()).toBeUndefined();
});

it('leads to the list of those behind it', () => {
  endedWith(ranWell, { ids: ['older', 'newer'] });
  expect(page.getByRole('link', { name: 'and 1 more' }).query()?.getAttribute('href')).toBe('/changes');
});

it('keeps the card of a set that needs a look', async () => {
  const { total } = someSet().counts;
  endedWith({ applied: total - 1, rejected: 1 });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(leadsTo()).toBe('a');
});

it.each([false, true])('keeps it while it has the focus (in the top bar: %s)', async (isNarrow) => {
  endedWith(ranWell, { isNarrow });
  (link().element() as HTMLElement).focus();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  await expect.element(link()).toHaveFocus();
  (link().element() as HTMLElement).blur();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(leadsTo()).toBeUndefined();
});

it('keeps it under the pointer, with what comes behind it', async () => {
  endedWith(ranWell, { ids: ['older', 'newer'] });
  await userEvent.hover(page.getByRole('region', { name: 'Ended changes' }));
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(leadsTo()).toBe('newer');
  await userEvent.unhover(page.getByRole('region', { name: 'Ended changes' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(leadsTo()).toBeUndefined();
});

it('counts only while the page is in sight', async () => {
  endedWith(ranWell);
  await vi.advanceTimersByTimeAsync(60_000);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  hidden.mockRestore();
  expect(leadsTo()).toBe('a');
  await vi.advanceTimersByTimeAsync(58_000);
  expect(leadsTo()).toBe('a');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(leadsTo()).toBeUndefined();
});

it.each([false, true])(
  'hands the focus on where it goes all the same (in the top bar: %s)',
  async (isNarrow) => {
    endedWith(ranWell, { isNarrow });
    (link().element() as HTMLElement).focus();
    flushSync(() => endedSets.dismiss(connection, 'a'));
    await expect.element(page.getByText('Page')).toHaveFocus();
  },
);
