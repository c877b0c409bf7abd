import { describe, expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { readChanges } from '@/lib/server/services/changes/read-changes';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* Scenarios 10, 11 and 21 of quality.md: a service that asks to wait, that fails for all, or for one cell. */

const security = { resource: 'security' } as const;
const post = { ...security, method: 'POST' } as const;

let scenario: Scenario;
shareScenario((one) => (scenario = one), {
  isRead: true,
  size: 'records=90,entities=8,lines=1',
  policy: quickPolicy,
});

const intents = async (set: string) =>
  (await ledgerEntries(scenario)).filter((one) => one.kind === 'change.intent' && one.set === set).length;

describe.each([
  ['0.2 seconds', 0.2],
  ['something absurd', 'absurd'],
])('10. a service that asks to wait and says %s', (_, retryAfter) => {
  it('slows everything down and loses nothing', async () => {
    const cells = scenario.fresh(12);
    const single = scenario.one();
    const known = (await seenPosts(scenario)).length;
    await scenario.faults({ kind: 'status', status: 429, retryAfter, ...post, count: 2 });
    const id = await storeSet(scenario, cells);
    const answer = await changeAccess({ ctx: scenario.as('Ann'), input: single });
    expect(answer.outcome).toBe('applied');
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 12 });
    const sent = (await seenPosts(scenario)).slice(known);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(sent).toHaveLength(15);
    expect((await intents(id)) + (await intents(answer.changeId))).toBe(15);
  });
});

it('10. a set that waits because the service asked for fewer requests says until when', async () => {
  const set = () => readChanges({ ctx: scenario.as('Ann'), input: { changeSetId: id } });
  await scenario.faults({ kind: 'status', status: 429, retryAfter: 2, ...post, count: 1 });
  const id = await storeSet(scenario, scenario.fresh(3));
  const until = async () => Date.parse((await set()).waitsUntil ?? '') - Date.now();
  await expect.poll(until, { interval: 20 }).toBeGreaterThan(0);
  await untilSet(scenario, id, 'done');
  expect((await set()).waitsUntil).toBeUndefined();
});

describe('11. a storm', () => {
  it('of 503 pauses the set, which says why and when it tries again, probes, and goes on by itself', async () => {
    const cells = scenario.fresh(30);
    await scenario.faults({ kind: 'status', status: 503, ...security });
    const id = await storeSet(scenario, cells);
    const paused = await untilSet(scenario, id, 'paused');
    expect(paused).toMatchObject({ pending: 30, pause_code: 'service-unavailable' });
    expect(paused.pause_detail).not.toBe('');
    expect(paused.retry_at).not.toBeNull();
    await expect.poll(async () => (await setRow(scenario, id)).stumbles).toBeGreaterThan(1); // it has tried again
    await scenario.faults();
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 30, rejected: 0, stumbles: 0 });
  });

  it('of failing POSTs stops after a few, then tries one at a time', async () => {
    const cells = scenario.fresh(60);
    const known = (await seenPosts(scenario)).length;
    await scenario.faults({ kind: 'status', status: 500, ...post });
    const id = await storeSet(scenario, cells);
    expect((await untilSet(scenario, id, 'paused')).pause_code).toBe('storm');
    const atFirst = (await seenPosts(scenario)).length - known;
    expect(atFirst).toBeLessThan(40);
    await expect.poll(async () => (await setRow(scenario, id)).stumbles).toBeGreaterThan(2);
    await scenario.faults();
    const done = await untilSet(scenario, id, 'done');
    expect(done).toMatchObject({ applied: 60, rejected: 0 });
  });

  it('is not what single cells fail with, between which others go well', async () => {
    const cells = scenario.fresh(60);
    const failing = [0, 1, 16, 17, 34, 35].flatMap((at) => cells[at] ?? []); // two of a batch
    const once = failing.map(({ recordType, recordId, entityId }) => ({
      ...{ kind: 'status', status: 500, count: 1, ...post },
      cell: { recordType, recordId, entityId },
    }));
    await scenario.faults(...once);
    const id = await storeSet(scenario, cells);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 60 });
    const told = (await ledgerEntries(scenario)).filter((one) => one.kind === 'set.state' && one.set === id);
    expect(told).toMatchObject([{ state: 'done' }]);
  });
});

describe.each([
  ['refuses it', { kind: 'status', status: 400 }, security],
  ['fails at its change', { kind: 'status', status: 500 }, post],
  ['answers rubbish when it is asked for', { kind: 'wrongJson' }, { ...security, method: 'GET' }],
])('21. a poison cell, where the service %s', (_, fault, which) => {
  it('is parked after five tries at most, and the rest ends', async () => {
    const cells = scenario.fresh(10);
    const poison = cells[4];
    if (!poison) throw new Error('There are ten.');
    const { recordType, recordId, entityId } = poison;
    const known = (await seenPosts(scenario)).length;
    await scenario.faults({ ...fault, ...which, cell: { recordType, recordId, entityId } });
    const id = await storeSet(scenario, cells);
    const done = await untilSet(scenario, id, 'done', 25_000);
    const parked = (await cellRows(scenario, id))[4];
    // Its record's whole row may tell what asking for the cell alone does not.
    if (fault.kind === 'wrongJson') expect(done.applied + done.rejected).toBe(10);
    else {
      expect(done).toMatchObject({ applied: 9, rejected: 1 });
      expect(parked?.state).toBe('rejected');
      expect(parked?.detail).not.toBe('');
    }
    const sent = (await seenPosts(scenario)).slice(known);
    expect(
      sent.filter(({ cell }) => cell.recordId === recordId && cell.entityId === entityId).length,
    ).toBeLessThanOrEqual(5);
  });
});
