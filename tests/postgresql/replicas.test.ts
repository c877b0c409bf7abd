import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ExecutionPolicy } from '@/lib/server/services/changes/execution/policy';
import { ConsoleRelay } from '@/tests/support/console/console-relay';
import { customer } from '@/tests/support/changes/stored-sets';
import { GivenTurns, mostInWindow } from './given-turns';
import type { ChangeProcess } from '@/tests/support/changes/change-process';

/* Three consoles as processes of their own, on one PostgreSQL and one budget. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** For a busy machine. */
const patience = { timeout: 60_000 };
const settings = { ratePerSecond: 50, concurrency: 6 };
let relay: ConsoleRelay;
let one: ChangeProcess;
let two: ChangeProcess;
let three: ChangeProcess;

beforeAll(async () => {
  relay = await ConsoleRelay.start({ settings, sharesBudget: true, isWorking: false });
  one = relay.console;
  [two, three] = await Promise.all([relay.another(), relay.another()]);
});
afterAll(() => relay.close());
afterEach(async () => {
  await relay.service.faults();
  await relay.expectInvariants();
});

/** Has a process begin to run sets; what it began before goes on as well. */
const work = (process: ChangeProcess, policy: Partial<ExecutionPolicy> = {}) => relay.work(process, policy);

async function store(process: ChangeProcess, cells: readonly AccessChange[]): Promise<string> {
  const requestId = relay.requestId();
  await process.ask({ do: 'store', cells, requestId });
  return requestId;
}

const slowPosts = { kind: 'slow', delayMs: 150, resource: 'security', method: 'POST' };
const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

/** Every POST of these cells has an intent of its own: nothing was sent behind the ledger's back. */
async function expectEachSendRecorded(setId: string, cells: readonly AccessChange[]): Promise<void> {
  const sends = (await relay.cellsOf(setId)).map((row) => row.sends);
  const posts = await relay.postsFor(cells);
  expect(posts.map((count, position) => count <= (sends[position] ?? 0))).toEqual(cells.map(() => true));
}

it('a console that is told to end gives its lease back at once, and another goes on', async () => {
  await work(one, { leaseMs: 100_000 }); // nobody would wait so long
  await relay.service.faults(slowPosts);
  const cells = relay.service.fresh(40);
  const requestId = await store(one, cells);
  await expect.poll(async () => sum(await relay.postsFor(cells)), patience).toBeGreaterThan(4);
  await one.kill('SIGTERM');
  one = await relay.another();
  await work(two);
  const set = await relay.untilSet(requestId, 'done');
  expect(set).toMatchObject({ applied: 40 });
  expect(await relay.postsFor(cells)).toEqual(cells.map(() => 1));
  await relay.expectTruth(set.id);
});

it('a console that is frozen past its lease and wakes changes nothing any more', async () => {
  await two.kill();
  two = await relay.another();
  await work(one, { leaseMs: 3_000 });
  await relay.service.faults(slowPosts);
  const cells = relay.service.fresh(60);
  const requestId = await store(one, cells);
  await expect.poll(async () => sum(await relay.postsFor(cells)), patience).toBeGreaterThan(4);
  const before = await relay.setOf(requestId);
  await one.kill('SIGSTOP');
  await work(three, { leaseMs: 3_000 });
  await expect
    .poll(async () => (await relay.setOf(requestId))?.fence, patience)
    .toBe((before?.fence ?? 0) + 1);
  const owner = (await relay.setOf(requestId))?.lease_owner;
  expect(owner).not.toBe(before?.lease_owner);
  await one.kill('SIGCONT'); // in the middle of the other's work
  const set = await relay.untilSet(requestId, 'done');
  // A request that had not left yet when its process froze leaves when it wakes, perhaps after the other one found the
  // old value and before it sends again: the wanted value is there by then, and nothing more is sent.
  expect(set.applied + set.already).toBe(60);
  expect(set.already).toBeLessThanOrEqual(settings.concurrency);
  await expectEachSendRecorded(set.id, cells);
  // Only what was in flight when it froze may have been sent once more.
  expect(sum(await relay.postsFor(cells))).toBeLessThanOrEqual(60 + settings.concurrency + 2);
  await relay.expectTruth(set.id);
  expect(await one.ask({ do: 'memory' })).toBeGreaterThan(0); // it lives, and goes on with other work
});

it('a console that is frozen inside a transaction holds nobody up for long', async () => {
  await one.ask({ do: 'at', step: 'writing change.outcome', count: 1, then: { do: 'freeze' } });
  await three.kill();
  three = await relay.another();
  const cells = relay.service.fresh(6);
  const requestId = await store(one, cells);
  // How many it has sent by then is up to the machine.
  await expect.poll(async () => sum(await relay.postsFor(cells)), patience).toBeGreaterThan(0);
  await work(three);
  const set = await relay.untilSet(requestId, 'done');
  expect(await relay.postsFor(cells)).toEqual(cells.map(() => 1));
  await relay.expectTruth(set.id);
  await one.kill();
  one = await relay.another();
});

it('sets are run by several, no cell is sent twice, and all keep one rate', async () => {
  for (const process of [one, two]) await work(process);
  await relay.service.control('DELETE', '/counters');
  await relay.service.control('DELETE', '/requests');
  const turns = await GivenTurns.start(relay.kysely);
  const all: { requestId: string; cells: AccessChange[] }[] = [];
  for (let i = 0; i < 18; i++) {
    const cells = relay.service.fresh(10);
    all.push({ requestId: await store([one, two, three][i % 3] ?? one, cells), cells });
  }
  const owners = new Set<string | null>();
  for (const { requestId, cells } of all) {
    const set = await relay.untilSet(requestId, 'done');
    expect(set).toMatchObject({ applied: 10 });
    expect(await relay.postsFor(cells)).toEqual(cells.map(() => 1));
    owners.add(set.lease_owner);
  }
  expect(owners.size).toBeGreaterThan(1);
  const given = await turns.look();
  turns.stop();
  const { totalRequests } = (await relay.service.control('GET', '/counters')) as { totalRequests: number };
  expect(given.length).toBeGreaterThanOrEqual(totalRequests); // every request had a turn
  expect(mostInWindow(given, 1_000)).toBeLessThanOrEqual(settings.ratePerSecond);
});

it('of three, one that is killed is followed by another, and no cell is sent twice', async () => {
  await one.ask({ do: 'at', step: 'answered', count: 3, then: { do: 'die' } });
  await relay.service.faults(slowPosts);
  const cells = relay.service.fresh(30);
  await Promise.all([two.kill(), three.kill()]);
  const requestId = await store(one, cells);
  [two, three] = await Promise.all([relay.another(), relay.another()]);
  for (const process of [two, three]) await work(process);
  expect(await one.ended).toBe('SIGKILL');
  const set = await relay.untilSet(requestId, 'done');
  expect(set).toMatchObject({ applied: 30 });
  // Read back, whatever was in flight turns out as done.
  expect(await relay.postsFor(cells)).toEqual(cells.map(() => 1));
  await relay.expectTruth(set.id);
});

it('a large set that one stores is left alone by the others, and removed once that one gave no sign of life', async () => {
  one = await relay.another();
  for (const process of [two, three]) await work(process);
  await one.ask({ do: 'at', step: 'part', count: 1, then: { do: 'freeze' } });
  const cells = Array.from({ length: 5_000 }, (_, at) => customer(`made up ${String(at)}`, '100'));
  const requestId = relay.requestId();
  const stored = one.ask({ do: 'store', cells, requestId }).then(
    () => 'stored',
    (error: unknown) => String(error),
  );
  await expect.poll(() => relay.setOf(requestId), patience).toMatchObject({ connection: '', total: 2_000 });
  const id = (await relay.setOf(requestId))?.id ?? '';
  /** Of one moment; null: there is no such set. */
  const left = async () => {
    const { rows } = await sql<{ isLeased: boolean | null; cells: number }>`select
      (select lease_until > extract(epoch from clock_timestamp()) * 1000 from change_set where id = ${id}) as "isLeased",
      (select count(*) from change_cell where set_id = ${id}) as cells`.execute(relay.kysely);
    return rows[0];
  };
  // While its lease lives it stands as it is.
  for (let now = await left(); now?.isLeased === true; now = await left()) expect(now.cells).toBe(2_000);
  await expect.poll(left, patience).toEqual({ isLeased: null, cells: 0 });
  await one.kill('SIGCONT');
  expect(await stored).toContain('ledger-unavailable');
  expect(await left()).toEqual({ isLeased: null, cells: 0 });
  const entries = relay.kysely.selectFrom('ledger_entry').select('seq').where('set_id', '=', id);
  expect(await entries.execute()).toEqual([]);
});
