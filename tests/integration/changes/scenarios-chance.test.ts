import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { readChanges } from '@/lib/server/services/changes/read-changes';
import { readHistory } from '@/lib/server/services/changes/read-history';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';
import { ledgerEntries, quickPolicy, storeSet, untilSet } from '@/tests/support/changes/change-sets';
import { expectAllInvariants } from '@/tests/support/changes/invariants';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { onPushOrNightly } from '@/tests/support/run/nightly';

/* Scenarios 15 and 16 of quality.md: clocks that are wrong, and faults as chance has them. */

let scenario: Scenario;
let worker: ReturnType<Scenario['work']>;
shareScenario((one) => (scenario = one), { isRead: true });
beforeAll(() => void (worker = scenario.work(quickPolicy)));
afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;

describe('15. the clock', () => {
  it.each([hour, -hour])(
    'of the process jumps by %i ms: leases, order and times are the database’s',
    async (jump) => {
      const second = await scenario.replica();
      const other = second.work(quickPolicy);
      const cells = scenario.fresh(30);
      await scenario.faults({ kind: 'slow', delayMs: 40, resource: 'security', method: 'POST' });
      await scenario.control('DELETE', '/counters');
      const began = Date.now();
      const id = await storeSet(scenario, cells);
      const counters = async () =>
        (await scenario.control('GET', '/counters')) as { totalPosts: number; posts: { posts: number }[] };
      await expect.poll(async () => (await counters()).totalPosts, { interval: 10 }).toBeGreaterThan(3);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
      const set = await untilSet(scenario, id, 'done');
      const single = scenario.one();
      expect(await changeAccess({ ctx: scenario.as('Ann'), input: single })).toMatchObject({
        outcome: 'applied',
      });
      vi.useRealTimers();
      expect(set).toMatchObject({ applied: 30, fence: 1 });
      const { posts } = await counters();
      expect(posts.map((one) => one.posts)).toEqual(Array.from({ length: 31 }, () => 1));
      const mine = (await ledgerEntries(scenario)).filter(
        (one) => 'set' in one && Date.parse(one.at) >= began - 60_000,
      );
      expect(mine.length).toBeGreaterThan(60);
      for (const { at } of mine) expect(Date.parse(at)).toBeLessThan(Date.now() + 60_000);
      await scenario.control('DELETE', '/requests'); // the service runs in this process, so its log has the wrong times too
      await other.stop();
    },
  );

  it('of the database is set back: what came later stands later', async () => {
    // A database has one clock: a worker that still goes by the other would take the switch for lost, and take it over.
    await worker.stop();
    const { database } = scenario;
    const now = sql<number>`(${database.dialect.now} - ${sql.lit(hour)})`;
    const later = await scenario.replica({
      database: { ...database, dialect: { ...database.dialect, now } },
    });
    const cell = scenario.one();
    const back = { ...cell, accessible: cell.expected, expected: cell.accessible };
    await changeAccess({ ctx: scenario.as('Ann'), input: cell });
    await changeAccess({ ctx: scenario.as('Bob', later), input: back });
    const { value } = await readHistory({ ctx: scenario.as('Ann'), input: cell });
    expect(value.map(({ person, state }) => [person?.name, state])).toEqual([['Bob', 'applied'], ['Ann', 'applied']]); // prettier-ignore
    expect(Date.parse(value[0]?.at ?? '')).toBeLessThan(Date.parse(value[1]?.at ?? ''));
    const stale = changeAccess({ ctx: scenario.as('Cid'), input: { ...cell, expected: cell.accessible } });
    await expect(stale).rejects.toMatchObject({ code: 'conflict', changedBy: { name: 'Bob' } });
    worker = scenario.work(quickPolicy);
  });
});

const fault = fc
  .record({
    how: fc.constantFrom<object[]>(
      ...[400, 401, 403, 404, 408, 409, 500, 502, 503, 504].map((status) => ({ kind: 'status', status })),
      ...[408, 500, 502, 504].map((status) => ({ kind: 'status', status, afterApply: true })),
      { kind: 'status', status: 429, retryAfter: 0.05 },
      { kind: 'slow', delayMs: 60 },
      ...['dropBefore', 'dropAfter', 'truncate', 'html200', 'empty200', 'wrongJson', 'badUtf8'].map(
        (kind) => ({ kind }),
      ),
      ...['echoDiffers', 'echoEmpty', 'notApplied', 'duplicateRows'].map((kind) => ({ kind })),
    ),
    method: fc.constantFrom('GET', 'POST'),
    probability: fc.double({ min: 0.1, max: 0.8, noNaN: true }),
  })
  .map(({ how, method, probability }) => ({ ...how, method, probability, resource: 'security' }));

it(
  '16. whatever goes wrong, and whatever people want meanwhile, the counts add up at every moment',
  async () => {
    const plan = fc.record({
      faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
      wish: fc.constantFrom('none', 'pause', 'cancel'),
      looks: fc.integer({ min: 5, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ faults, wish, looks }) => {
        const ctx = scenario.as('Ann');
        await scenario.faults(...faults);
        const id = await storeSet(scenario, scenario.fresh(14));
        const input = { changeSetId: id };
        const look = async () => {
          const { counts, state } = await readChanges({ ctx, input });
          const { total, ...parts } = counts;
          expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
          expect(Object.values(parts).every((part) => part >= 0)).toBe(true);
          return state;
        };
        for (let at = 0; at < looks; at++) await look();
        // Ended meanwhile, it refuses.
        if (wish === 'pause') await pauseChanges({ ctx, input }).catch(() => undefined);
        if (wish === 'cancel') await cancelChanges({ ctx, input }).catch(() => undefined);
        for (let at = 0; at < looks; at++) await look();
        await scenario.faults();
        await resumeChanges({ ctx, input }).catch(() => undefined);
        await expect.poll(look, { timeout: 20_000, interval: 20 }).toMatch(/^(done|cancelled)$/);
        const { counts } = await readChanges({ ctx, input });
        expect([counts.total, counts.pending, counts.unknown]).toEqual([14, 0, 0]);
        await expectAllInvariants(scenario);
      }),
      { numRuns: onPushOrNightly(4, 20), endOnFailure: true },
    );
  },
  onPushOrNightly(90_000, 600_000),
);
