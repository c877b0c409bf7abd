import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Budget } from '@/lib/server/upstream/transport/budget';
import type { Priority } from '@/lib/server/upstream/transport/budget-state';

const never = new AbortController().signal;
setMaxListeners(0, never); // one signal for all, where the client has one a call
const wide = { concurrency: 100, ratePerSecond: 1000 };
const real = (): number => performance.now();

describe('the budget', () => {
  it('lets so many through at once, and the next one when a turn ends', async () => {
    const budget = new Budget({ concurrency: 2, ratePerSecond: 1000 }, real);
    const first = await budget.acquire('interactive', never);
    await budget.acquire('interactive', never);
    let third = false;
    const waiting = budget.acquire('interactive', never).then(() => (third = true));
    await nextTurn();
    expect(third).toBe(false);
    first();
    first(); // ending a turn twice frees one place only
    await waiting;
    let fourth = false;
    void budget.acquire('interactive', never).then(() => (fourth = true));
    await nextTurn();
    expect(fourth).toBe(false);
  });

  it('never lets more than the rate into any sliding window', async () => {
    const grants: number[] = [];
    const budget = new Budget({ concurrency: 100, ratePerSecond: 50 }, real);
    await Promise.all(
      Array.from({ length: 120 }, async () => {
        const release = await budget.acquire('background', never);
        grants.push(real());
        release();
      }),
    );
    grants.sort((a, b) => a - b);
    // Grants are noted a moment after they are given: the window is judged with that much slack.
    for (let at = 50; at < grants.length; at++)
      expect((grants[at] ?? 0) - (grants[at - 50] ?? 0)).toBeGreaterThan(950);
    expect(grants).toHaveLength(120);
  });

  it('takes a rate below one a second', async () => {
    let now = 0;
    const budget = new Budget({ concurrency: 5, ratePerSecond: 0.5 }, () => now);
    (await budget.acquire('interactive', never))();
    let isSecond = false;
    const second = budget.acquire('interactive', never).then(() => (isSecond = true));
    await nextTurn();
    expect(isSecond).toBe(false);
    now = 1999;
    await budget.acquire('background', AbortSignal.timeout(1)).catch(() => undefined);
    expect(isSecond).toBe(false);
    now = 2000;
    await budget.acquire('background', AbortSignal.timeout(1)).catch(() => undefined);
    await second;
  });

  it('lets people pass, and one background request in five while they do', async () => {
    const budget = new Budget({ concurrency: 1, ratePerSecond: 1000 }, real);
    const first = await budget.acquire('background', never);
    const order: Priority[] = [];
    const ask = async (priority: Priority): Promise<void> => {
      const release = await budget.acquire(priority, never);
      order.push(priority);
      release();
    };
    const all = [
      ...Array.from({ length: 3 }, () => ask('background')),
      ...Array.from({ length: 10 }, () => ask('interactive')),
    ];
    first();
    await Promise.all(all);
    expect(order.map((priority) => priority[0]).join('')).toBe('iiiibiiiibiib');
  });

  it('forgets those who stop waiting', async () => {
    const budget = new Budget({ concurrency: 1, ratePerSecond: 1000 }, real);
    const release = await budget.acquire('interactive', never);
    const gone = new AbortController();
    const left = budget.acquire('interactive', gone.signal);
    const stays = budget.acquire('interactive', never);
    gone.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(budget.acquire('interactive', gone.signal)).rejects.toThrow('left');
    release();
    (await stays)();
    (await budget.acquire('interactive', never))(); // nobody who left holds the one place
  });
});

describe('after a 429', () => {
  it('everyone waits, then one goes alone until the service takes it', async () => {
    let now = 1000;
    const budget = new Budget(wide, () => now);
    budget.pause(() => 50);
    expect(budget.pausedForMs()).toBe(50);
    let through = 0;
    const three = Array.from({ length: 3 }, async () => {
      const release = await budget.acquire('interactive', never);
      through++;
      return release;
    });
    await nextTurn();
    expect(through).toBe(0);
    now += 50;
    await three[0]; // the budget's own timer wakes it
    expect(through).toBe(1);
    budget.taken();
    await Promise.all(three);
    expect(through).toBe(3);
  });

  it('several requests in flight hear of one pause, a later one is the second in a row', () => {
    let now = 0;
    const rows: number[] = [];
    const budget = new Budget(wide, () => now);
    const pause = (row: number): number => {
      rows.push(row);
      return 100;
    };
    budget.pause(pause);
    budget.pause(pause);
    budget.taken(); // an answer to something sent before proves nothing
    now = 200;
    budget.pause(pause);
    now = 400;
    budget.taken();
    budget.pause(pause);
    expect(rows).toEqual([1, 1, 2, 1]);
  });

  it('a shorter pause does not cut a longer one short', () => {
    const budget = new Budget(wide, () => 0);
    budget.pause(() => 100);
    budget.pause(() => 10);
    expect(budget.pausedForMs()).toBe(100);
  });

  it('a slow first request holds the others up for five seconds at most', async () => {
    let now = 0;
    const budget = new Budget(wide, () => now);
    budget.pause(() => 10);
    now = 10;
    await budget.acquire('interactive', never);
    let second = false;
    void budget.acquire('interactive', never).then(() => (second = true));
    await nextTurn();
    expect(second).toBe(false);
    now = 5011;
    await budget.acquire('interactive', never);
    expect(second).toBe(true);
  });
});
