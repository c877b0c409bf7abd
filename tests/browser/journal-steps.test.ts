import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useJournalAddress, type JournalAddress } from '@/components/journal/journal-address';
import { draw } from './draw';

/** The journal's address on a page that has this search. */
function somePage(search: string) {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState(null, '', search);
  let address: JournalAddress | null = null;
  const Page = () => {
    address = useJournalAddress();
    return null;
  };
  draw(createElement(SearchParamsContext, { value: new URLSearchParams(search) }, createElement(Page)));
  // Not the length of the history, which ends at 50 entries.
  const push = vi.spyOn(window.history, 'pushState');
  onTestFinished(() => push.mockRestore());
  return {
    does: (act: (address: JournalAddress) => void) =>
      flushSync(() => act(address as unknown as JournalAddress)), // it was drawn
    now: () => Object.fromEntries(new URLSearchParams(window.location.search)),
    steps: () => push.mock.calls.length,
  };
}

it('chooses a preset by one step of the history, its columns and no other', async () => {
  const { does, now, steps } = somePage('?columns=Amount&q=desk');
  does(({ setView }) => setView('revaluation'));
  await expect.poll(now).toEqual({ q: 'desk', view: 'revaluation' });
  expect(steps()).toBe(1);
});

it('clears all conditions by one step of the history, and shows the first page in the same order', async () => {
  const { does, now, steps } = somePage(
    '?period=today&q=desk&filter=Amount~gt~5&entity=200&check=no-entity&page=3&sort=Amount&view=output',
  );
  does(({ clearFilters }) => clearFilters());
  await expect.poll(now).toEqual({ sort: 'Amount', view: 'output' });
  expect(steps()).toBe(1);
});
