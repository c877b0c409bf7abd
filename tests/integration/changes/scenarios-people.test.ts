import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '@/lib/contract/access/access';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import type { ServiceContext } from '@/lib/server/services/verb';
import { contextOf } from '@/tests/support/console/connected-console';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import type { ConnectedConsole } from '@/tests/support/console/connected-console';
import type { Turn } from '@/tests/support/console/reference-service';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { countPosts } from '@/tests/support/changes/invariants';

/* Scenarios 5, 6 and 7 of quality.md: the same asked twice, two people at one cell, and changes past the console. */

let scenario: Scenario;
let second: ConnectedConsole;
shareScenario((one) => (scenario = one), { isRead: true });
beforeAll(async () => {
  second = await scenario.replica();
});

const flip = (ctx: ServiceContext, input: Turn) => changeAccess({ ctx, input });

const posts = async (cell: Cell) => countPosts(await seenPosts(scenario), [cell])[0];

/** A change of a cell to the value it was seen to have. */
const kept = (turn: Turn): Turn => ({ ...turn, accessible: turn.expected });

const heldPosts = { kind: 'hold', resource: 'security', method: 'POST' };

describe('5. the same asked again', () => {
  it('a hundred times at once with one key is one switch and one POST, on two replicas', async () => {
    const cell = scenario.one();
    const ann = [scenario.as('Ann'), scenario.as('Ann', second)] as const;
    const asked = Array.from({ length: 100 }, (_, at) =>
      flip(contextOf(ann[at % 2 === 0 ? 0 : 1], { idempotencyKey: 'one-switch' }), cell),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ outcome, changeId }) => `${outcome} ${changeId}`)).size).toBe(1);
    expect(answers[0]?.outcome).toBe('applied');
    expect(await posts(cell)).toBe(1);
  });

  it('a hundred times at once with one key is one set and one POST a cell, on two replicas', async () => {
    const cells = scenario.fresh(3);
    const ann = [scenario.as('Ann'), scenario.as('Ann', second)] as const;
    const asked = Array.from({ length: 100 }, (_, at) =>
      createChanges({
        ctx: contextOf(ann[at % 2 === 0 ? 0 : 1], { idempotencyKey: 'one-set' }),
        input: { cells, reason: 'A double click' },
      }),
    );
    const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    const workers = [scenario.work(quickPolicy), second.work(quickPolicy)];
    expect(await untilSet(scenario, [...ids][0] ?? '', 'done')).toMatchObject({ applied: 3 });
    for (const worker of workers) await worker.stop();
    for (const cell of cells) expect(await posts(cell)).toBe(1);
  });

  it('without a key, as by a double click, sends one POST', async () => {
    const cell = scenario.one();
    const answers = await Promise.all([
      flip(scenario.as('Ann'), cell),
      flip(scenario.as('Ann', second), cell),
    ]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['already', 'applied']);
    expect(await posts(cell)).toBe(1);
  });
});

describe('6. two administrators at one cell', () => {
  it.each([
    ['one console', () => scenario],
    ['two replicas', () => second],
  ])(
    'with opposite values at %s: the later one hears who was first, when, and both values',
    async (_, where) => {
      const cell = scenario.one();
      await scenario.faults(heldPosts);
      const first = flip(scenario.as('Ann'), cell);
      await expect.poll(async () => (await ledgerEntries(scenario)).at(-1)?.kind).toBe('change.intent');
      const asked = flip(scenario.as('Bob', where()), kept(cell)).catch((error: unknown) => error);
      await scenario.faults();
      const later = await asked;
      expect(await first).toMatchObject({ outcome: 'applied' });
      const entries = await ledgerEntries(scenario);
      const applied = entries.find(
        (one) =>
          one.kind === 'change.outcome' &&
          one.actor.name === 'Ann' &&
          one.cell.recordId === cell.recordId &&
          one.cell.entityId === cell.entityId,
      );
      expect(later).toMatchObject({
        code: 'conflict',
        current: cell.accessible,
        changedBy: { name: 'Ann', at: applied?.at },
      });
      expect((later as Error).message).toMatch(
        /^Ann changed this on .+ UTC: .+ now\. Nothing was changed\.$/,
      );
      expect(await scenario.truth(cell)).toBe(cell.accessible);
      expect(await posts(cell)).toBe(1);
    },
  );

  it('at the very same time end in one value, and whoever lost is told', async () => {
    const cells = scenario.fresh(4);
    const pairs = cells.map(async (cell) => {
      const both = [flip(scenario.as('Ann'), cell), flip(scenario.as('Bob', second), kept(cell))];
      const [ann, bob] = await Promise.allSettled(both);
      expect(ann).toMatchObject({ status: 'fulfilled', value: { outcome: 'applied' } });
      const isFirst = bob?.status === 'fulfilled' && bob.value.outcome === 'already';
      if (!isFirst) expect(bob).toMatchObject({ reason: { code: 'conflict', changedBy: { name: 'Ann' } } });
      expect(await scenario.truth(cell)).toBe(cell.accessible);
    });
    await Promise.all(pairs);
  });

  it('with whole sets on two replicas change no cell against one another', async () => {
    const cells = scenario.fresh(20);
    const [a, b] = [scenario.work(quickPolicy), second.work(quickPolicy)];
    const ann = await createChanges({ ctx: scenario.as('Ann'), input: { cells } });
    const bob = await createChanges({ ctx: scenario.as('Bob', second), input: { cells: cells.map(kept) } });
    expect(await untilSet(scenario, ann.id, 'done')).toMatchObject({ applied: 20 });
    const lost = await untilSet(scenario, bob.id, 'done');
    expect(lost.already + lost.conflict).toBe(20);
    for (const cell of cells) expect(await posts(cell)).toBe(1);
    await a.stop();
    await b.stop();
  });
});

describe('7. changed in the service meanwhile', () => {
  it('is a conflict for a switch and for a set, and nothing is overwritten', async () => {
    const [single, listed] = scenario.fresh(2);
    if (!single || !listed) throw new Error('There are two.');
    for (const cell of [single, listed]) await scenario.outside(cell);
    await expect(flip(scenario.as('Ann'), kept(single))).rejects.toMatchObject({
      code: 'conflict',
      current: single.accessible,
    });
    const worker = scenario.work(quickPolicy);
    const id = await storeSet(scenario, [kept(listed)]);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ conflict: 1 });
    expect(await scenario.truth(listed)).toBe(listed.accessible);
    expect(await posts(listed)).toBe(0);
    await retryChanges({ ctx: scenario.as('Ann'), input: { changeSetId: id, outcomes: ['conflict'] } });
    await untilSet(scenario, id, 'done');
    expect(await scenario.truth(listed)).toBe(listed.expected);
    expect(await posts(listed)).toBe(1);
    await worker.stop();
  });

  it('of an assignment that is gone is a conflict that says so', async () => {
    const cell = { ...scenario.one(), recordId: 'NO-SUCH-RECORD' };
    await expect(flip(scenario.as('Ann'), cell)).rejects.toMatchObject({ code: 'conflict', current: null });
  });

  it('by somebody else while a set was away after sending is not overwritten when it comes back', async () => {
    const cell = scenario.one();
    await scenario.faults({ kind: 'hang', afterApply: true, resource: 'security', method: 'POST' });
    const worker = scenario.work(quickPolicy);
    const id = await storeSet(scenario, [cell]);
    await expect.poll(() => scenario.truth(cell), { interval: 20 }).toBe(cell.accessible);
    // As when its process is killed: another one may take the set, and none does yet.
    const { kysely } = scenario.database;
    await kysely
      .updateTable('change_set')
      .set((set) => ({ fence: set('fence', '+', 1), lease_until: 0, retry_at: 9e15 }))
      .where('id', '=', id)
      .execute();
    await worker.stop();
    expect((await cellRows(scenario, id))[0]).toMatchObject({ state: 'pending', sends: 1 });
    await scenario.faults();
    const back = { ...cell, accessible: cell.expected, expected: cell.accessible };
    expect(await flip(scenario.as('Bob'), back)).toMatchObject({ outcome: 'applied' });
    await kysely.updateTable('change_set').set({ retry_at: null }).where('id', '=', id).execute();
    const next = scenario.work(quickPolicy);
    expect(await untilSet(scenario, id, 'done')).toMatchObject({ conflict: 1 });
    expect((await cellRows(scenario, id))[0]?.detail).toMatch(/^Bob changed this/);
    expect(await scenario.truth(cell)).toBe(cell.expected);
    await next.stop();
    expect((await setRow(scenario, id)).fence).toBeGreaterThan(1);
  });
});
