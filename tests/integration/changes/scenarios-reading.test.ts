import { afterEach, describe, expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { quickPolicy, setRow, storeSet, untilSet } from '@/tests/support/changes/change-sets';
import { expectAllInvariants } from '@/tests/support/changes/invariants';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';

/* Scenario 14 of quality.md: data change while they are read page by page, and reads that do not reach the end. */

let scenario: Scenario;
afterEach(async () => {
  await scenario.faults();
  await expectAllInvariants(scenario);
  await scenario.close();
});

const get = { resource: 'security', method: 'GET' } as const;

/** A console that reads everything anew. */
const fromTheStart = async () => (await scenario.replica()).connection.mirror;

describe('14. the whole matrix', () => {
  it('is right although pages overlap and values change meanwhile', async () => {
    scenario = await startScenario({ isRead: true, pageSize: 20 });
    const all = scenario.fresh(480);
    const [switched] = all.slice(300);
    if (!switched) throw new Error('There are 480.');
    await scenario.faults({ kind: 'duplicateRows', rows: 7, ...get }, { kind: 'slow', delayMs: 15, ...get });
    const console = await scenario.replica();
    const { mirror } = console.connection;
    mirror.status();
    await expect.poll(() => mirror.progress().arrived, { interval: 5 }).toBeGreaterThan(60);
    expect(mirror.status().complete).toBe(false);
    await changeAccess({ ctx: scenario.as('Ann', console), input: switched });
    await expect.poll(() => mirror.status().complete).toBe(true);
    expect(mirror.status().assignments).toBe(480);
    for (const cell of all)
      expect(mirror.valueOf(cell)).toBe(cell === switched ? cell.accessible : cell.expected);
  });

  it.each([
    { kind: 'truncate', variant: 'json', afterPage: 4 },
    { kind: 'foreignNextLink', afterPage: 4 },
  ])('is never called complete when its end was not reached: $kind', async (fault) => {
    scenario = await startScenario({ isRead: true, pageSize: 20 });
    await scenario.faults({ ...fault, ...get });
    const mirror = await fromTheStart();
    mirror.status();
    await expect.poll(() => mirror.progress().loading, { interval: 5 }).toBe(false);
    const status = statusOf(mirror);
    expect([status?.complete ?? false, status?.asOf ?? null, mirror.whole()]).toEqual([false, null, null]);
    if (status) expect(status.problem).not.toBeNull();
  });
});

/** What it says, unless it has nothing to show. */
function statusOf(mirror: Scenario['connection']['mirror']) {
  try {
    return mirror.status();
  } catch {
    return null;
  }
}

describe('a record whose ID the service reads as its own filter', () => {
  it('is changed by a switch and by a set, and stays in the matrix', async () => {
    scenario = await startScenario({ isRead: true, pageSize: 3 });
    const cells = scenario.fresh(480).filter(({ recordId }) => recordId === "O'BRIEN & CO");
    const [first, ...rest] = cells;
    if (!first || rest.length !== 7) throw new Error('It has 8 entities.');
    await scenario.control('PUT', '/modes', { filterExpressions: true });
    const ctx = scenario.as('Ann');
    expect(await changeAccess({ ctx, input: first })).toMatchObject({ outcome: 'applied' });
    scenario.work(quickPolicy);
    const id = await storeSet(scenario, rest);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 7 });
    for (const { accessible, ...cell } of cells)
      expect(scenario.connection.mirror.valueOf(cell)).toBe(accessible);
  });
});

describe('14. a set whose cells are read over several pages', () => {
  it('decides rightly although pages overlap', async () => {
    scenario = await startScenario({ isRead: true, pageSize: 3 });
    const cells = scenario.fresh(12);
    scenario.work(quickPolicy);
    await scenario.faults({ kind: 'duplicateRows', rows: 2, ...get });
    const id = await storeSet(scenario, cells);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 12 });
  });

  it('decides nothing from a read that broke off', async () => {
    scenario = await startScenario({ isRead: true, pageSize: 3 });
    const cells = scenario.fresh(16);
    scenario.work(quickPolicy);
    await scenario.faults({ kind: 'dropBefore', afterPage: 1, ...get });
    const id = await storeSet(scenario, cells);
    await expect.poll(async () => (await setRow(scenario, id)).stumbles).toBeGreaterThan(0);
    expect(await setRow(scenario, id)).toMatchObject({ pending: 16 });
    await scenario.faults();
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 16 });
  });
});
