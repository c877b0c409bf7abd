import { setMaxListeners } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { Budget, type BudgetLimits } from '@/lib/server/upstream/transport/budget';
import { sharedRateLimiter } from '@/lib/server/upstream/transport/shared-rate-limiter';
import type { Priority, BudgetState } from '@/lib/server/upstream/transport/budget-state';
import { runUntil } from '@/tests/support/run/child-script';
import { GivenTurns, mostInWindow } from './given-turns';
import { relayTo, type TcpRelay } from './tcp-relay';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

/** One replica as the service sees it: requests that pass its budget and take some time. */
interface Replica {
  budget: Budget;
  run: (priority: Priority, count: number, tookMs?: number) => Promise<void>;
}

let at: TestDatabase;
let relay: TcpRelay;
let databases: Database[];
let budgets: Budget[];
let turns: GivenTurns;
let order: string[];
let inFlight: number;
let mostInFlight: number;
const never = new AbortController().signal;
setMaxListeners(0, never);

beforeEach(async () => {
  at = await testDatabase();
  relay = await relayTo(at.url);
  [databases, budgets, order, inFlight, mostInFlight] = [[], [], [], 0, 0];
  databases.push(await openDatabase(at.url));
  turns = await GivenTurns.start(asked());
});
afterEach(async () => {
  for (const budget of budgets) budget.close();
  turns.stop();
  for (const database of databases) await database.close();
  await relay.close();
  await at.drop();
});

async function replica(name: string, limits: BudgetLimits, url = at.url): Promise<Replica> {
  const database = await openDatabase(url);
  databases.push(database);
  const limiter = sharedRateLimiter(database, 'default', name);
  const budget = new Budget(limits, () => performance.now(), limiter);
  budgets.push(budget);
  const one = async (priority: Priority, tookMs: number): Promise<void> => {
    const release = await budget.acquire(priority, never);
    order.push(`${name} ${priority}`);
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    await wait(tookMs);
    inFlight--;
    release();
  };
  return {
    budget,
    run: async (priority, count, tookMs = 10) => {
      await Promise.all(Array.from({ length: count }, () => one(priority, tookMs)));
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function asked() {
  return (databases[0] ?? expect.fail('No replica was started.')).kysely;
}

describe('one budget for several replicas', () => {
  it('lets no more leave in any window, and no more be in flight, than for one', async () => {
    const limits = { concurrency: 5, ratePerSecond: 60 };
    const all = await Promise.all(['a', 'b', 'c'].map((name) => replica(name, limits)));
    await Promise.all(all.map(({ run }, index) => run(index === 0 ? 'interactive' : 'background', 70, 30)));
    const times = await turns.look();
    expect(times).toHaveLength(210);
    expect(mostInWindow(times, 1_000)).toBeLessThanOrEqual(60);
    expect(mostInFlight).toBeLessThanOrEqual(5);
    expect(mostInFlight).toBeGreaterThan(1);
    for (const name of ['a', 'b', 'c']) expect(order.filter((who) => who.startsWith(name))).toHaveLength(70);
  });

  it('gives all of it to the one that is busy', async () => {
    const limits = { concurrency: 8, ratePerSecond: 100 };
    const [busy, idle] = [await replica('busy', limits), await replica('idle', limits)];
    await idle.run('interactive', 1);
    await busy.run('background', 500, 5);
    const times = await turns.look();
    expect(times).toHaveLength(501);
    const used = 4_000 / ((times[500] ?? 0) - (times[100] ?? 0)); // four hundred at a hundred a second
    process.stdout.write(`One busy replica of two used ${(used * 100).toFixed(1)} % of the rate.\n`);
    expect(used).toBeGreaterThan(0.6); // half of it would be a share
  });

  it('lets people of one replica go before the background work of another', async () => {
    const limits = { concurrency: 1, ratePerSecond: 1_000 };
    const [job, person] = [await replica('job', limits), await replica('person', limits)];
    const work = job.run('background', 40, 20);
    await expect.poll(() => order.length).toBeGreaterThan(2);
    const before = order.length;
    await person.run('interactive', 4, 20);
    const meanwhile = order.slice(before, order.lastIndexOf('person interactive'));
    expect(meanwhile.filter((who) => who.startsWith('job')).length).toBeLessThanOrEqual(2);
    await work;
  });

  it('gives background work one request in five while people wait anywhere', async () => {
    const limits = { concurrency: 1, ratePerSecond: 1_000 };
    const [job, one, two] = await Promise.all(['job', 'one', 'two'].map((name) => replica(name, limits)));
    const work = job?.run('background', 30, 5);
    await Promise.all([one?.run('interactive', 25, 5), two?.run('interactive', 25, 5)]);
    const from = order.findIndex((who) => who.endsWith('interactive'));
    const both = order.slice(from, order.findLastIndex((who) => who.endsWith('interactive')) + 1);
    const background = both.filter((who) => who.startsWith('job')).length;
    expect(background).toBeGreaterThanOrEqual(8);
    expect(background).toBeLessThanOrEqual(14);
    await work;
  });

  it('gives the places of a replica that was killed to the others', async () => {
    const child = await runUntil((line) => line === 'holding', new URL('./hold-turns.ts', import.meta.url), {
      args: [at.url, '3'],
    });
    const limits = { concurrency: 3, ratePerSecond: 1_000 };
    const { run } = await replica('other', limits);
    const work = run('interactive', 5);
    await wait(1_000);
    expect(order).toEqual([]); // the other one is alive, and has them all
    await child.kill();
    await work;
    expect(order).toHaveLength(5);
  });

  it('holds everybody while the service asks to wait, and sends one alone afterwards', async () => {
    const limits = { concurrency: 4, ratePerSecond: 1_000 };
    const [one, two] = [await replica('one', limits), await replica('two', limits)];
    await Promise.all([one.run('interactive', 2), two.run('interactive', 2)]);
    const before = (await turns.look()).at(-1) ?? 0;
    one.budget.pause(() => 900);
    await expect.poll(pausedUntil).toBeGreaterThan(before);
    const until = await pausedUntil();
    mostInFlight = 0;
    const work = Promise.all([one.run('interactive', 3, 60), two.run('interactive', 3, 60)]);
    await expect.poll(() => two.budget.pausedForMs()).toBeGreaterThan(0);
    await expect.poll(() => order.length).toBe(6); // of which two after the pause
    expect(mostInFlight).toBe(1);
    one.budget.taken();
    await work;
    expect(mostInFlight).toBeGreaterThan(1);
    const after = (await turns.look()).filter((time) => time > before);
    expect(after.filter((time) => time < until)).toEqual([]);
    expect(after).toHaveLength(6);
  });

  it("is not stopped by a database's clock that was set back by an hour", async () => {
    const limits = { concurrency: 2, ratePerSecond: 5 };
    const { run } = await replica('one', limits);
    await run('interactive', 5);
    const state = await stateNow();
    const [own] = Object.values(state.processes);
    if (own === undefined) throw new Error('The replica is not in the state.');
    const ahead = { ...own, inFlight: 2, seenAt: own.seenAt + 3_600_000, backBy: own.backBy + 3_600_000 };
    const later = {
      ...state,
      at: state.at + 3_600_000,
      givenAt: state.givenAt.map((time) => time + 3_600_000),
      processes: { gone: ahead },
    };
    await sql`update request_budget set version = version + 1, state = ${JSON.stringify(later)}::json`.execute(
      asked(),
    );
    await run('interactive', 5);
    expect(order).toHaveLength(10);
  });

  it('goes on with a part of the rate while the database is away, and together when it is back', async () => {
    const url = new URL(at.url);
    [url.hostname, url.port] = ['127.0.0.1', String(relay.port)];
    const { run } = await replica('one', { concurrency: 8, ratePerSecond: 40 }, url.href);
    await run('interactive', 3);
    relay.freeze();
    await run('interactive', 6, 30);
    expect(mostInFlight).toBeLessThanOrEqual(3);
    expect(order).toHaveLength(9);
    expect(inFlight).toBe(0);
    relay.thaw();
    const counted = async (): Promise<number> => {
      await run('interactive', 1);
      return (await stateNow()).given;
    };
    await expect.poll(counted, { timeout: 25_000, interval: 500 }).toBeGreaterThan(3);
  }, 60_000);

  it('leaves nothing behind of whoever no longer wants to wait', async () => {
    const limits = { concurrency: 1, ratePerSecond: 1_000 };
    const [one, two] = [await replica('one', limits), await replica('two', limits)];
    const release = await one.budget.acquire('interactive', never);
    const impatient = new AbortController();
    const refused = two.budget.acquire('interactive', impatient.signal);
    const reason = new Error('not any more');
    impatient.abort(reason);
    await expect(refused).rejects.toBe(reason);
    release();
    await one.run('background', 3);
    expect(order).toHaveLength(3);
    const nothing = { inFlight: 0, waitsSince: { interactive: null, background: null } };
    await expect.poll(async () => (await stateNow()).processes['two']).toMatchObject(nothing);
  });
});

async function pausedUntil(): Promise<number> {
  return (await stateNow()).pausedUntil;
}

async function stateNow(): Promise<BudgetState> {
  return (await turns.state()) ?? expect.fail('No turn was given.');
}
