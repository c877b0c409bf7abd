import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeSetEvents } from '@/lib/client/changes/change-set-events';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { AccessEvent } from '@/lib/contract/events';
import { someSet } from '@/tests/support/changes/some-set';

let client: QueryClient;
let events: ChangeSetEvents;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  events = new ChangeSetEvents(client);
});
afterEach(() => {
  events.stop();
  client.clear();
  vi.useRealTimers();
});

/** A part of the page that shows what is asked for; each question is answered when the test says so. */
function shows<T>(queryKey: QueryKey) {
  const answers: ((value: T) => void)[] = [];
  const queryFn = () => new Promise<T>((answer) => answers.push(answer));
  const observer = new QueryObserver<T>(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  return { answers, shown: () => observer.getCurrentResult().data };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const done = someSet({ state: 'done' });

describe('what an event tells of a set', () => {
  it('is not overtaken by an older answer that was on its way, whether or not the set was known', async () => {
    for (const known of [undefined, someSet()]) {
      client.clear();
      if (known) client.setQueryData(['changes', 'set', known.id], known);
      const { answers, shown } = shows<ChangeSet>(['changes', 'set', 'set-1']);
      expect(answers).toHaveLength(1);
      events.takeSet(done, 'main');
      await settle();
      answers[0]?.(someSet());
      await settle();
      expect(shown()?.state).toBe('done');
      expect(answers).toHaveLength(2);
      answers[1]?.(someSet({ ...done, reason: 'read after it' }));
      await settle();
      expect(shown()?.reason).toBe('read after it');
    }
  });

  it('has lists read anew once it stands otherwise, not for each step', async () => {
    const { answers } = shows(['changes', 'list', 'main', {}]);
    answers[0]?.({ value: [], next: null });
    for (let step = 0; step < 5; step++) {
      events.takeSet(someSet(), 'main');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(answers).toHaveLength(2);
  });

  it('has a list read anew whose first answer was on its way and may be older', async () => {
    const { answers, shown } = shows(['changes', 'list', 'main', {}]);
    events.takeSet(done, 'main');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveLength(1);
    answers[0]?.('from before');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(2);
    answers[1]?.('read after it');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown()).toBe('read after it');
    expect(answers).toHaveLength(2);
  });

  it('leaves the steps of the set on the page, and has them read anew once it stands otherwise', async () => {
    const { answers, shown } = shows<ChangeSet>(['changes', 'set', 'set-1']);
    const paused = { seq: 7, at: '2026-11-21T10:00:00Z', state: 'paused', person: null, why: '' } as const;
    answers[0]?.(someSet({ steps: [paused] }));
    await settle();
    events.takeSet(someSet({ asked: 'pause' }), 'main');
    await settle();
    expect(shown()).toMatchObject({ asked: 'pause', steps: [paused] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(2);
    answers[1]?.(someSet({ asked: 'pause', steps: [paused, { ...paused, seq: 8 }] }));
    await settle();
    events.takeSet(someSet({ asked: 'pause' }), 'main');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers).toHaveLength(2);
    expect(shown()?.steps).toHaveLength(2);
  });
});

it('cells that changed have open histories read anew, and what changed outside only by such', async () => {
  const history = shows(['changes', 'history', 'main', {}]);
  const other = shows(['changes', 'history', 'other', {}]);
  const outside = shows(['changes', 'outside', 'main', {}]);
  for (const { answers } of [history, other, outside]) answers[0]?.({ value: [], next: null });
  await settle();
  const cell = { recordType: 'Customer', recordId: '1', entityId: '1', accessible: true };
  const cellEvent = {
    ...cell,
    unconfirmed: false,
    applied: true,
    outside: false,
    changeSetId: null,
    person: null,
  };
  const event = (cells: AccessEvent['cells']) => ({ connection: 'main', reviewed: false, cells });
  events.takeAccess(event([cellEvent]), 'main');
  events.takeAccess(event([cellEvent]), 'main');
  await vi.advanceTimersByTimeAsync(250); // soon, for whoever looks at the history of what was just switched
  expect([history, other, outside].map(({ answers }) => answers.length)).toEqual([2, 1, 1]);
  history.answers[1]?.({ value: [], next: null });
  events.takeAccess(event([cellEvent]), 'main');
  await vi.advanceTimersByTimeAsync(1_500); // but no more often than every two seconds
  expect(history.answers).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([history, other, outside].map(({ answers }) => answers.length)).toEqual([3, 1, 1]);
  events.takeAccess(event([{ ...cellEvent, outside: true }]), 'main');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(outside.answers).toHaveLength(2);
});

it('a review has the list of what changed outside and the counts read anew within two seconds, nothing else', async () => {
  const keys = ['outside', 'activity', 'history'].map((part) => ['changes', part, 'main']);
  const parts = keys.map((key) => shows(key));
  for (const { answers } of parts) answers[0]?.({ value: [], next: null });
  await settle();
  events.takeAccess({ connection: 'main', reviewed: true, cells: [] }, 'main');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(parts.map(({ answers }) => answers.length)).toEqual([2, 2, 1]);
});
