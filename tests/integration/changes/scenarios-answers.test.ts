import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { Cell } from '@/lib/contract/access/access';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { listCells } from '@/lib/server/services/changes/list-cells';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { countPosts, expectAllInvariants } from '@/tests/support/changes/invariants';

/* Scenarios 1, 2, 3 and 22 of quality.md: what became of a change whose answer was lost, late or wrong. */

let scenario: Scenario;
const warnings: string[] = [];
shareScenario((one) => (scenario = one), {
  isRead: true,
  settings: { timeoutSeconds: 2 },
  policy: quickPolicy,
  log: pino({ level: 'warn' }, { write: (line) => void warnings.push(line) }),
});

const post = { resource: 'security', method: 'POST' } as const;
const get = { resource: 'security', method: 'GET' } as const;

const flip = (input: Parameters<typeof changeAccess>[0]['input']) =>
  changeAccess({ ctx: scenario.context('security-administrator'), input });

const postsOf = async (cells: readonly Cell[]) => countPosts(await seenPosts(scenario), cells);

async function intentsOf(set: string): Promise<number[]> {
  const entries = await ledgerEntries(scenario);
  const cells = await cellRows(scenario, set);
  return cells.map(
    ({ position }) =>
      entries.filter((one) => one.kind === 'change.intent' && one.set === set && one.position === position)
        .length,
  );
}

const lost = [
  { kind: 'dropAfter' },
  { kind: 'hang', afterApply: true },
  { kind: 'status', status: 504, afterApply: true },
];

describe.each(lost)('1. an answer lost after the change was applied: $kind $status', (fault) => {
  it('is proven by reading back, and nothing is sent again', async () => {
    const single = scenario.one();
    const cells = scenario.fresh(4);
    await scenario.faults({ ...fault, ...post });
    expect(await flip(single)).toMatchObject({ outcome: 'applied' });
    const id = await storeSet(scenario, cells);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 4 });
    expect(await postsOf([single, ...cells])).toEqual([1, 1, 1, 1, 1]);
    expect(await intentsOf(id)).toEqual([1, 1, 1, 1]);
  });
});

it('2. a change lost before it was applied is sent again, and each sending is recorded before', async () => {
  const single = scenario.one();
  await scenario.faults({ kind: 'dropBefore', ...post, count: 1 });
  expect(await flip(single)).toMatchObject({ outcome: 'applied' });
  expect(await postsOf([single])).toEqual([2]);
  const cells = scenario.fresh(3);
  await scenario.faults({ kind: 'dropBefore', ...post, count: 3 });
  const id = await storeSet(scenario, cells);
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 3 });
  const posts = await postsOf(cells);
  expect(posts.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(await intentsOf(id)).toEqual(posts);
});

describe('3. a change that cannot be read back', () => {
  it('stays unknown, is shown first and marked, and is settled on the next contact', async () => {
    const [one, two, doubtful] = scenario.fresh(3);
    if (!one || !two || !doubtful) throw new Error('There are three.');
    const { recordType, recordId, entityId } = doubtful;
    const cell = { recordType, recordId, entityId };
    await scenario.faults({ kind: 'slow', delayMs: 400, ...post });
    await scenario.control('DELETE', '/counters');
    const asIs = [one, two].map((turn) => ({ ...turn, accessible: turn.expected }));
    const id = await storeSet(scenario, [...asIs, doubtful]);
    await expect.poll(scenario.totalPosts).toBe(1);
    await scenario.faults({ kind: 'status', status: 503, ...get });
    await expect.poll(async () => (await cellRows(scenario, id))[2]?.state).toBe('unknown');
    const ctx = scenario.context('auditor');
    const { value } = await listCells({ ctx, input: { changeSetId: id, page: 1, pageSize: 10 } });
    expect(value.map(({ state }) => state)).toEqual(['unknown', 'already', 'already']);
    expect(scenario.connection.mirror.status().unknown).toContainEqual(expect.objectContaining(cell));
    await expectAllInvariants(scenario);
    await scenario.faults();
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 1, already: 2, unknown: 0 });
    expect(scenario.connection.mirror.status().unknown).toEqual([]);
    expect(await postsOf([doubtful])).toEqual([1]);
  });

  it('is told as unknown to whoever switched, never as failed, and settled by a worker', async () => {
    const single = scenario.one();
    await scenario.faults({ kind: 'slow', delayMs: 400, ...post });
    await scenario.control('DELETE', '/counters');
    const answer = flip(single);
    await expect.poll(scenario.totalPosts).toBe(1);
    await scenario.faults({ kind: 'status', status: 503, ...get });
    const { outcome, changeId } = await answer;
    expect(outcome).toBe('unknown');
    await scenario.faults();
    expect(await untilSet(scenario, changeId, 'done')).toMatchObject({ applied: 1 });
    expect(await postsOf([single])).toEqual([1]);
  });
});

describe.each([
  { kind: 'echoDiffers', variant: 'value' },
  { kind: 'echoDiffers', variant: 'key' },
  { kind: 'echoEmpty' },
])('22. a reply that is not the change: $kind $variant', (fault) => {
  it('is read back, and somebody is warned', async () => {
    const single = scenario.one();
    const cells = scenario.fresh(2);
    warnings.length = 0;
    await scenario.faults({ ...fault, ...post });
    expect(await flip(single)).toMatchObject({ outcome: 'applied' });
    const id = await storeSet(scenario, cells);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 2 });
    expect(await postsOf([single, ...cells])).toEqual([1, 1, 1]);
    expect(warnings.filter((words) => words.includes('something else than that change'))).toHaveLength(3);
  });
});

it('22. a change that the service echoes and does not keep is rejected, with what it still reads as', async () => {
  const single = scenario.one();
  const cells = scenario.fresh(2);
  await scenario.faults({ kind: 'notApplied', ...post });
  await expect(flip(single)).rejects.toMatchObject({ code: 'rejected', current: single.expected });
  const id = await storeSet(scenario, cells);
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ rejected: 2 });
  const [row] = await cellRows(scenario, id);
  expect(row?.detail).toContain('did not keep it');
});

it('22. a reply that is a web page says nothing: the change is sent again only once nothing can be at work', async () => {
  const cells = scenario.fresh(2);
  await scenario.faults({ kind: 'html200', ...post, count: 2 });
  const id = await storeSet(scenario, cells);
  await expect
    .poll(async () => (await cellRows(scenario, id)).map(({ state }) => state))
    .toContain('unknown');
  expect(await untilSet(scenario, id, 'done')).toMatchObject({ applied: 2 });
  expect(await postsOf(cells)).toEqual([2, 2]);
});
