import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { useChangesAddress } from '@/components/changes/list/changes-address';
import { outsideFilterOf, type ChangesShown } from '@/components/changes/list/changes-parameters';
import { OutsideList } from '@/components/changes/list/outside-list';
import { outsideQuery } from '@/lib/client/changes/change-details';
import type { OutsideList as Listed } from '@/lib/contract/access/outside-changes';
import { draw } from './draw';

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
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  data.setQueryData(outsideQuery('', outsideFilterOf(shown)).queryKey, answer);
  const address: ReturnType<typeof useChangesAddress> = [shown, () => Promise.resolve(new URLSearchParams())];
  const { place } = draw(createElement(OutsideList, { address }), { data });
  await expect
    .poll(() => place.textContent)
    .toContain('Maya Lindqvist accepted a shorter list: 900 → 700 assignments');
  expect(place.textContent).toContain('Why it was in doubt.');
});
