import { afterEach, describe, expect, it } from 'vitest';
import { showProblemMessages } from '@/components/access/problem-messages';
import { toastStore } from '@/components/ui/toast-store';
import { AccessChanges } from '@/lib/client/access-changes';
import { ApiError } from '@/lib/client/api';
import type { AccessOutcome } from '@/lib/contract/access';

const cell = { recordType: 'Customer', recordId: '40000', entityId: '100' };
const refusal = new ApiError({
  title: 'No',
  status: 422,
  code: 'rejected',
  detail: 'It is locked.',
  requestId: 'r',
});

/** Changes that get these answers, one after the other. */
function answeredBy(...answers: (AccessOutcome | Error)[]): AccessChanges {
  return new AccessChanges({
    post: () => {
      const answer = answers.shift();
      return answer === undefined || answer instanceof Error
        ? Promise.reject(answer ?? new Error('asked once too often'))
        : Promise.resolve(answer);
    },
    read: () => Promise.resolve(null),
    now: () => 0,
    wait: () => Promise.resolve(),
  });
}

const titles = (): string[] => toastStore.read().map(({ title }) => title);

afterEach(() => toastStore.dismissAll());

describe('messages about changes that were not made', () => {
  it('come though the page that made the change listens no more, and once however often it was opened', async () => {
    const changes = answeredBy(refusal);
    showProblemMessages(changes);
    const leave = changes.subscribe({ cells: () => undefined, news: () => undefined });
    const done = changes.change(cell, false);
    leave();
    showProblemMessages(changes);
    await done;
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']);
  });

  it('go when the same switch is changed after all, and not when another one is', async () => {
    const changes = answeredBy(
      refusal,
      { outcome: 'applied', changeId: '1' },
      { outcome: 'applied', changeId: '2' },
    );
    showProblemMessages(changes);
    await changes.change(cell, false);
    await changes.change({ ...cell, entityId: '200' }, false);
    expect(titles()).toHaveLength(1);
    await changes.change(cell, false);
    expect(titles()).toEqual([]);
  });
});
