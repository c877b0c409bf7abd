import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { useChangesAddress } from '@/components/changes/list/changes-address';
import { outsideFilterOf, type ChangesShown } from '@/components/changes/list/changes-parameters';
import { OutsideList } from '@/components/changes/list/outside-list';
import { outsideQuery } from '@/lib/client/changes/change-details';
import type { OutsideList as Listed } from '@/lib/contract/access/outside-changes';

it('says who accepted a shorter list, and why it had been in doubt', async () => {
  const at = '2026-11-22T02:07:00.000Z';
  const answer: Listed = {
    review: { waiting: 0, newest: 0, after: 0, reviewed: null },
    value: [
      {
        ...{ seq: 9, since: at, until: at, cell: null, count: 0, before: null, after: null },
        accepted: {
          ...{ by: 'Maya Lindqvist', detail: 'Why it was in doubt.' },
          ...{ before: { records: 9, assignments: 900 }, now: { records: 7, assignments: 700 } },
        },
      },
    ],
    next: null,
  };
  const shown: ChangesShown = {
    ...{ person: '', mine: false, recordType: '', recordId: '', entityId: '', outcome: null, state: null },
    ...{ kind: 'outside', from: '', to: '', before: '' },
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(outsideQuery('', outsideFilterOf(shown)).queryKey, answer);
  const address: ReturnType<typeof useChangesAddress> = [shown, () => Promise.resolve(new URLSearchParams())];
  const list = createElement(
    SearchParamsContext,
    { value: new URLSearchParams() },
    createElement(OutsideList, { address }),
  );
  const drawn = createElement(QueryClientProvider, { client }, list);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(drawn);
  await expect
    .poll(() => place.textContent)
    .toContain('Maya Lindqvist accepted a shorter list: 900 → 700 assignments');
  expect(place.textContent).toContain('Why it was in doubt.');
});
