import { afterEach, beforeEach, expect, it } from 'vitest';
import { Budget } from '@/lib/server/upstream/transport/budget';
import type { Grant, GrantRequest } from '@/lib/server/upstream/transport/budget-state';

const never = new AbortController().signal;
const nothing: Grant = {
  granted: { interactive: 0, background: 0, scheduled: 0 },
  waitMs: 50,
  pauseMs: 0,
  throttles: 0,
  processes: 1,
};

let budget: Budget;
/** What the database answers; null: it is away. */
let answer: ((ask: GrantRequest) => Grant) | null;
let asks: GrantRequest[];
let sent: string[];
let releases: (() => void)[];

beforeEach(() => {
  [answer, asks, sent, releases] = [null, [], [], []];
  // At one request in flight, so that whoever waits is still waiting when the database is back.
  budget = new Budget(
    { concurrency: 1, ratePerSecond: 1_000 },
    () => performance.now(),
    (ask) => {
      asks.push(ask);
      return answer ? Promise.resolve(answer(ask)) : Promise.reject(new Error('away'));
    },
  );
});
afterEach(() => {
  for (const release of releases) release();
  budget.close();
});

const send = async (name: string, signal = never): Promise<void> => {
  releases.push(await budget.acquire('interactive', signal));
  sent.push(name);
};

it('who waited while the database was away waits for a shared turn once it is back', async () => {
  const leaving = new AbortController();
  const left = send('left', leaving.signal);
  const first = send('first');
  const all = [first, send('second'), send('third')];
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await first; // alone, with its part of the rate
  answer = () => nothing;
  await expect.poll(() => asks.at(-1)?.waiting.interactive, { timeout: 5_000 }).toBe(2);
  releases.shift()?.(); // now this replica's part of the rate would let the next one go
  const before = asks.length;
  await expect.poll(() => asks.length).toBeGreaterThan(before + 1);
  expect(sent).toEqual(['first']);
  expect(asks.at(-1)).toMatchObject({ inFlight: 0, waiting: { interactive: 2 } });

  answer = ({ waiting }) => ({ ...nothing, granted: waiting });
  await Promise.all(all);
  expect(sent).toEqual(['first', 'second', 'third']);
});

it('who comes back asks for no turn before what was sent alone has left the window', async () => {
  budget.close();
  const log: { waiting: number; at: number }[] = [];
  let isAway = true;
  budget = new Budget(
    { concurrency: 4, ratePerSecond: 4 },
    () => performance.now(),
    (ask) => {
      if (isAway) return Promise.reject(new Error('away'));
      log.push({ waiting: ask.waiting.interactive, at: performance.now() });
      return Promise.resolve({ ...nothing, granted: { ...ask.waiting } });
    },
  );
  await send('first'); // alone
  const alone = performance.now();
  const second = send('second');
  isAway = false;
  await second;
  expect(log[0]?.waiting).toBe(0);
  expect(log[1]?.waiting).toBe(1);
  expect(performance.now() - alone).toBeGreaterThan(1_000); // the window of four a second
});

it('what the service says while one comes back is told to the others', async () => {
  budget.close();
  const pauses: (number | null)[] = [];
  let isAway = true;
  budget = new Budget(
    { concurrency: 4, ratePerSecond: 4 },
    () => performance.now(),
    (ask) => {
      if (isAway) return Promise.reject(new Error('away'));
      pauses.push(ask.pauseMs);
      return Promise.resolve(nothing);
    },
  );
  await send('first'); // alone
  isAway = false;
  await expect.poll(() => pauses, { timeout: 5_000 }).toEqual([null]);
  budget.pause(() => 30_000);
  await expect.poll(() => pauses.at(-1), { timeout: 5_000 }).toBeGreaterThan(20_000);
});

it('who was taken back may still leave, and nothing is left of it', async () => {
  await send('first');
  const leaving = new AbortController();
  const second = send('second', leaving.signal);
  answer = () => nothing;
  await expect.poll(() => asks.at(-1)?.waiting.interactive, { timeout: 5_000 }).toBe(1);
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await expect.poll(() => asks.at(-1)?.waiting.interactive).toBe(0);
});
