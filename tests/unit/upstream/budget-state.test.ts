import { beforeEach, describe, expect, it } from 'vitest';
import { unusedBudget, grantRequests } from '@/lib/server/upstream/transport/budget-state';
import type {
  BudgetState,
  Grant,
  GrantRequest,
  Priority,
} from '@/lib/server/upstream/transport/budget-state';

const limits = { concurrency: 4, perWindow: 10, windowMs: 1_000 };
let state: BudgetState;
beforeEach(() => {
  state = unusedBudget();
});

/** One question of one process; what is not said is nothing. */
function ask(
  process: string,
  now: number,
  {
    interactive = 0,
    background = 0,
    scheduled = 0,
    ...rest
  }: Partial<GrantRequest & Record<Priority, number>>,
  within = limits,
): Grant {
  const waiting = { interactive, background, scheduled };
  return grantRequests(
    state,
    process,
    { inFlight: 0, scheduledInFlight: 0, pauseMs: null, taken: false, ...rest, waiting },
    within,
    now,
  );
}

describe('turns', () => {
  it('are as many as may be in flight together, whoever has them', () => {
    expect(ask('a', 0, { interactive: 3 }).granted).toMatchObject({ interactive: 3, background: 0 });
    expect(ask('b', 1, { background: 5 }).granted).toMatchObject({ interactive: 0, background: 1 });
    expect(ask('b', 2, { inFlight: 1, background: 4 })).toMatchObject({
      granted: { interactive: 0, background: 0 },
      waitMs: 25,
      processes: 2,
    });
    ask('a', 3, { inFlight: 1 });
    expect(ask('b', 4, { inFlight: 1, background: 4 }).granted.background).toBe(2);
  });

  it('are no more than the rate in any window', () => {
    const wide = { ...limits, concurrency: 100 };
    expect(ask('a', 0, { background: 6 }, wide).granted.background).toBe(6);
    expect(ask('b', 400, { background: 4 }, wide).granted.background).toBe(4);
    expect(ask('a', 999, { background: 6 }, wide)).toMatchObject({ granted: { background: 0 }, waitMs: 1 });
    expect(ask('a', 1_000, { background: 9 }, wide).granted.background).toBe(6);
    expect(ask('a', 1_400, { background: 9 }, wide).granted.background).toBe(4);
  });

  it('are counted rightly when the rate was set to another one', () => {
    const wide = { ...limits, concurrency: 100 };
    expect(ask('a', 0, { background: 15 }, wide).granted.background).toBe(10);
    expect(ask('a', 1_000, { background: 15 }, wide).granted.background).toBe(10);
    expect(ask('a', 1_500, { background: 15 }, { ...wide, perWindow: 13 }).granted.background).toBe(3);
    expect(ask('a', 1_999, { background: 15 }, { ...wide, perWindow: 4 }).granted.background).toBe(0);
    expect(ask('a', 2_499, { background: 15 }, { ...wide, perWindow: 4 }).granted.background).toBe(1);
    expect(ask('a', 2_500, { background: 15 }, { ...wide, perWindow: 4 }).granted.background).toBe(3);
  });

  it('of a process that fell silent count for five seconds, and what it waited for until it should have asked', () => {
    ask('gone', 0, { interactive: 9 });
    expect(ask('a', 4_999, { interactive: 1 }).granted.interactive).toBe(0);
    expect(ask('a', 5_000, { background: 1 })).toMatchObject({ granted: { background: 1 }, processes: 2 });
    expect(ask('a', 600_001, { interactive: 1 }).processes).toBe(1);
  });

  it('go to people of any process first, and every fifth to background work that waits', () => {
    const one = { ...limits, concurrency: 1, perWindow: 1_000 };
    const order: string[] = [];
    for (let now = 0; order.length < 12; now++) {
      // Each has one more waiting, and ends at once what it got.
      if (ask('person', now, { interactive: 2 }, one).granted.interactive > 0) order.push('person');
      ask('person', now, { interactive: 1 }, one);
      if (ask('job', now, { background: 2 }, one).granted.background > 0) order.push('job');
      ask('job', now, { background: 1 }, one);
    }
    for (let from = 0; from + 5 <= order.length; from++)
      expect(order.slice(from, from + 5).filter((who) => who === 'job').length).toBeGreaterThanOrEqual(1);
    expect(order.filter((who) => who === 'person').length).toBeGreaterThan(order.length / 2);
  });

  it('of one kind go to the process that has waited longer', () => {
    const one = { ...limits, concurrency: 1 };
    ask('a', 0, { background: 3 }, one);
    ask('b', 10, { background: 1 }, one);
    expect(ask('a', 90, { background: 2 }, one).granted.background).toBe(1); // both have waited about as long
    ask('b', 100, { background: 1 }, one);
    expect(ask('a', 200, { background: 1 }, one)).toMatchObject({ granted: { background: 1 } });
    ask('b', 201, { background: 1 }, one);
    expect(ask('a', 300, { background: 1 }, one)).toMatchObject({ granted: { background: 0 }, waitMs: 25 });
    expect(ask('b', 301, { background: 1 }, one).granted.background).toBe(1);
  });
});

describe('scheduled requests', () => {
  it('of all processes together take a fifth of the rate at most', () => {
    const given = { a: 0, b: 0 };
    for (let now = 0; now < 10_000; now += 25)
      for (const process of ['a', 'b'] as const)
        given[process] += ask(process, now, { scheduled: 3 }).granted.scheduled;
    expect(given.a + given.b).toBe(20); // of 100
    expect(Math.min(given.a, given.b)).toBeGreaterThan(0);
  });

  it('say when the next may go, and go after the others, one in five at least', () => {
    expect(ask('a', 0, { scheduled: 2 })).toMatchObject({ granted: { scheduled: 1 }, waitMs: 500 });
    expect(ask('a', 100, { scheduled: 1, interactive: 1 }).granted.interactive).toBe(1);
    const given: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const { granted } = ask(
        'a',
        600 + turn,
        { scheduled: 1, background: 1 },
        { ...limits, concurrency: 1 },
      );
      given.push(granted.scheduled === 1 ? 'scheduled' : 'background');
    }
    expect(given.filter((one) => one === 'scheduled')).toHaveLength(1);
    expect(given[0]).toBe('background');
  });

  it('of all processes together take half of the places in flight at most, however slow they are', () => {
    const once = { scheduled: 1 };
    expect(ask('a', 0, once).granted.scheduled).toBe(1);
    expect(ask('b', 1_000, once).granted.scheduled).toBe(1);
    ask('a', 1_900, { inFlight: 1, scheduledInFlight: 1 });
    ask('b', 1_900, { inFlight: 1, scheduledInFlight: 1 });
    expect(ask('c', 2_000, once)).toMatchObject({ granted: { scheduled: 0 }, waitMs: 25 });
    expect(ask('c', 2_000, { ...once, interactive: 1 }).granted.interactive).toBe(1);
    ask('a', 2_100, { inFlight: 0 });
    expect(ask('c', 2_200, { ...once, inFlight: 1 }).granted.scheduled).toBe(1);
    const alone = { ...limits, concurrency: 1 };
    state = unusedBudget();
    expect(ask('a', 0, once, alone).granted.scheduled).toBe(1);
  });

  it('are counted rightly beside a process of an older release', () => {
    const older = {
      seenAt: 0,
      inFlight: 0,
      waitsSince: { interactive: null, background: null },
      backBy: 500,
    };
    state.processes.old = older;
    expect(ask('a', 10, { scheduled: 1 }).granted.scheduled).toBe(1);
    expect(ask('a', 20, { background: 1 }).granted.background).toBe(1);
  });
});

describe('a pause', () => {
  it('holds everybody, then one goes alone until the service takes a request', () => {
    expect(ask('a', 1_000, { pauseMs: 500, interactive: 2 })).toMatchObject({
      granted: { interactive: 0 },
      waitMs: 500,
      pauseMs: 500,
      throttles: 1,
    });
    expect(ask('b', 1_499, { interactive: 2 })).toMatchObject({ granted: { interactive: 0 }, pauseMs: 1 });
    expect(ask('a', 1_500, { interactive: 2 }).granted.interactive).toBe(1);
    expect(ask('b', 1_501, { interactive: 2 }).granted.interactive).toBe(0);
    expect(ask('a', 1_502, { inFlight: 1, interactive: 1, taken: true })).toMatchObject({
      granted: { interactive: 1 },
      throttles: 0,
    });
  });

  it('ends by itself after five minutes at most, and so does going alone five seconds later', () => {
    ask('a', 0, { pauseMs: 9_000_000 });
    expect(ask('a', 299_999, { interactive: 3 }).granted.interactive).toBe(0);
    expect(ask('a', 300_000, { interactive: 3 }).granted.interactive).toBe(1);
    expect(ask('a', 305_000, { interactive: 3 }).granted.interactive).toBe(3);
  });
});

describe('a clock that is set back', () => {
  it('takes what was noted along: pauses, windows and who is there', () => {
    const hour = 3_600_000;
    for (let turn = 0; turn < 8; turn++) ask('a', hour, { interactive: 1 });
    ask('b', hour, { pauseMs: 1_000, background: 1 });
    const after = ask('a', 1, { interactive: 4 });
    expect(after).toMatchObject({ granted: { interactive: 0 }, pauseMs: 1_000, waitMs: 1_000, processes: 2 });
    ask('b', 1_001, { taken: true });
    expect(ask('a', 1_002, { interactive: 4 }).granted.interactive).toBe(4);
  });
});
