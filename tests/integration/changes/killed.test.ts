import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { Step } from '@/tests/support/changes/change-process';
import { customer } from '@/tests/support/changes/stored-sets';
import { ConsoleRelay } from '@/tests/support/console/console-relay';
import { testedKind } from '@/tests/support/database/test-database';
import { isNightly } from '@/tests/support/run/nightly';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // each starts a process, and waits for a lease

/** Six kills on PostgreSQL on push, whose leases are what differs there; all of them at night. */
const everyKill = it.runIf(testedKind === 'libsql' || isNightly);

let relay: ConsoleRelay;

beforeAll(async () => {
  relay = await ConsoleRelay.start();
});
afterAll(() => relay.close());
afterEach(() => relay.expectInvariants());

/** Six to be changed, one that has the value already, and one that has not the value that was seen. */
function mixedCells(): { cells: AccessChange[]; toSend: AccessChange[] } {
  const [already, stale, ...toSend] = relay.service.fresh(8);
  if (!already || !stale) throw new Error('There are eight.');
  const asIs = { ...already, accessible: !already.accessible };
  const conflict = { ...stale, expected: stale.accessible };
  return { cells: [asIs, conflict, ...toSend], toSend };
}

/** Stores a set; the process may be killed before it answers. */
async function store(cells: readonly AccessChange[]): Promise<string> {
  const requestId = relay.requestId();
  await relay.ask({ do: 'store', cells, requestId }).catch(() => undefined);
  return requestId;
}

describe('a console that is killed while it runs a set', () => {
  everyKill('before the set is stored, has stored nothing', async () => {
    await relay.dieAt('writing set.created', 1);
    const { cells } = mixedCells();
    const requestId = await store(cells);
    await relay.untilKilled();
    expect(await relay.setOf(requestId)).toBeUndefined();
    expect(await relay.postsFor(cells)).toEqual(cells.map(() => 0));
  });

  const step = 'at "%s" (%i), leaves it to the next, which sends no cell twice';
  it.each<[Step, number]>([
    ['claimed', 1],
    ['change.intent', 3],
    ['answered', 3],
    ['writing change.outcome', 3],
    ['writing set.state', 1],
  ])(step, killedAt);
  everyKill.each<[Step, number]>([
    ['set.created', 1],
    ['leased', 1],
    ['checked', 1],
    ['writing change.outcome', 1],
    ['change.outcome', 1],
    ['writing change.intent', 3],
    ['read back', 1],
    ['change.outcome', 3],
    ['set.state', 1],
  ])(step, killedAt);

  async function killedAt(step: Step, count: number): Promise<void> {
    await relay.dieAt(step, count);
    const { cells, toSend } = mixedCells();
    const requestId = await store(cells);
    await relay.untilKilled();
    const set = await relay.untilSet(requestId, 'done');
    expect(set).toMatchObject({ applied: 6, already: 1, conflict: 1 });
    expect(await relay.postsFor(toSend)).toEqual(toSend.map(() => 1));
    await relay.expectTruth(set.id);
  }

  everyKill.each([
    ['carried out', true],
    ['not carried out', false],
  ])('while a POST is in flight that is %s, leaves it to the next', async (_, afterApply) => {
    await relay.service.faults({ kind: 'hang', resource: 'security', method: 'POST', afterApply, count: 4 });
    await relay.dieAt('sent', 4);
    const { cells, toSend } = mixedCells();
    const requestId = await store(cells);
    await relay.untilKilled();
    const set = await relay.untilSet(requestId, 'done');
    expect(set).toMatchObject({ applied: 6, already: 1, conflict: 1 });
    const posts = await relay.postsFor(toSend);
    expect(posts.filter((count) => count > 1).length).toBeLessThanOrEqual(afterApply ? 0 : 4);
    await relay.expectTruth(set.id);
    await relay.service.faults();
  });

  it('twice in a row, the second time while it takes the set over', async () => {
    await relay.dieAt('answered', 2);
    const { cells, toSend } = mixedCells();
    const requestId = await store(cells);
    await relay.untilKilled(false);
    await relay.dieAt('leased', 1);
    await relay.ask({ do: 'work', policy: {} }).catch(() => undefined);
    await relay.untilKilled();
    const set = await relay.untilSet(requestId, 'done');
    expect(await relay.postsFor(toSend)).toEqual(toSend.map(() => 1));
    await relay.expectTruth(set.id);
  });
});

describe('a console that is killed while it ends what a person no longer wants', () => {
  /** Stores a set of slow cells, has something said of it after the third POST, and kills at the next such step. */
  async function killedAfter(what: 'pause' | 'cancel' | 'withdraw', step: Step) {
    // So slow that a loaded machine says it before the last of them is sent.
    await relay.service.faults({ kind: 'slow', delayMs: 2_000, resource: 'security', method: 'POST' });
    const cells = relay.service.fresh(24);
    const requestId = relay.requestId();
    await relay.ask({ do: 'at', step: 'sent', count: 3, then: { do: 'say', what, requestId } });
    const die = { do: 'die' } as const;
    const then = step === 'said' ? die : ({ do: 'at', step, count: 1, then: die } as const);
    await relay.ask({ do: 'at', step: 'said', count: 1, then });
    await relay.ask({ do: 'store', cells, requestId }).catch(() => undefined);
    await relay.untilKilled();
    return { cells, requestId };
  }
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

  everyKill.each<Step>(['said', 'answered', 'set.state'])(
    'by a pause, at "%s": it stays paused until it is resumed, and says what of it has happened',
    async (step) => {
      const { cells, requestId } = await killedAfter('pause', step);
      const sent = sum(await relay.postsFor(cells));
      const { id } = await relay.untilSet(requestId, 'paused');
      await expect.poll(async () => (await relay.setOf(requestId))?.lease_until).toBe(0);
      expect(sum(await relay.postsFor(cells))).toBe(sent);
      // What was in flight is neither waiting nor forgotten: it is asked for while the set is paused.
      await expect.poll(async () => (await relay.setOf(requestId))?.applied).toBe(sent);
      expect(
        (await relay.cellsOf(id)).filter((cell) => cell.state === 'pending' && cell.sent_at !== null),
      ).toEqual([]);
      await relay.service.faults();
      await relay.ask({ do: 'resume', set: id });
      expect(await relay.untilSet(requestId, 'done')).toMatchObject({ applied: 24 });
      expect(await relay.postsFor(cells)).toEqual(cells.map(() => 1));
      await relay.expectTruth(id);
    },
  );

  everyKill.each<['cancel' | 'withdraw', Step]>([
    ['cancel', 'said'],
    ['cancel', 'answered'],
    ['cancel', 'writing set.state'],
    ['withdraw', 'said'],
    ['withdraw', 'answered'],
    ['withdraw', 'writing set.state'],
  ])('by %s, at "%s": nothing more is sent', async (what, step) => {
    const { cells, requestId } = await killedAfter(what, step);
    const sent = await relay.postsFor(cells);
    const set = await relay.untilSet(requestId, 'cancelled');
    expect(set.applied + set.cancelled).toBe(24);
    expect(set.cancelled).toBeGreaterThanOrEqual(24 - sum(sent));
    expect(await relay.postsFor(cells)).toEqual(sent);
    await relay.expectTruth(set.id);
    const [last] = (await relay.cellsOf(set.id)).slice(-1);
    expect(last?.detail).toContain(
      what === 'cancel' ? 'Cancelled before it was sent' : 'Permission withdrawn',
    );
    await relay.service.faults();
  });
});

describe('a console that is killed while it takes a set back', () => {
  everyKill.each<[Step, number]>([
    ['set.created', 1],
    ['change.intent', 2],
    ['answered', 4],
    ['writing change.outcome', 1],
  ])('at "%s" (%i): the next one ends it, and every cell is as it was', async (step, count) => {
    const cells = relay.service.fresh(5);
    const { id } = await relay.untilSet(await store(cells), 'done');
    await relay.dieAt(step, count);
    const requestId = relay.requestId();
    await relay.ask({ do: 'undo', set: id, requestId }).catch(() => undefined);
    await relay.untilKilled();
    const undo = await relay.untilSet(requestId, 'done');
    expect(undo).toMatchObject({ kind: 'undo', undo_of: id, applied: 5 });
    expect(await relay.postsFor(cells)).toEqual(cells.map(() => 2)); // there and back
    await relay.expectTruth(undo.id);
  });
});

describe('a console that is killed in the middle of a large set', () => {
  const made = (length: number) =>
    Array.from({ length }, (_, at) => customer(`made up ${String(at)}`, '100'));
  const cellsLeft = async (setId: string) => (await relay.cellsOf(setId)).length;

  everyKill('which it stores, leaves nothing of it after the next start', async () => {
    await relay.dieAt('part', 2);
    const requestId = await store(made(9_000));
    await relay.untilKilled(false);
    const set = await relay.setOf(requestId);
    expect(set).toMatchObject({ connection: '', total: 4_000 });
    await relay.work(relay.console);
    await expect.poll(() => relay.setOf(requestId), { timeout: 40_000 }).toBeUndefined(); // or when its lease is over
    expect(await cellsLeft(set?.id ?? '')).toBe(0);
    const entries = relay.kysely
      .selectFrom('ledger_entry')
      .select('seq')
      .where('set_id', '=', set?.id ?? '');
    expect(await entries.execute()).toEqual([]);
  });

  everyKill('which it tries again, leaves the rest to the next, which tries all of it again', async () => {
    await relay.console.kill();
    await relay.takeOver(false); // one that does not work
    const requestId = await store(made(11_000));
    const { id } = await relay.untilSet(requestId, 'queued');
    // As if somebody had cancelled it; to cancel so many one by one would take the test a minute.
    await relay.kysely
      .updateTable('change_cell')
      .set({ state: 'cancelled' })
      .where('set_id', '=', id)
      .execute();
    const ended = { state: 'cancelled', ended_at: 1, pending: 0, cancelled: 11_000 } as const;
    await relay.kysely.updateTable('change_set').set(ended).where('id', '=', id).execute();
    await relay.dieAt('part', 1);
    await relay.ask({ do: 'retry', set: id }).catch(() => undefined);
    await relay.untilKilled(false);
    const half = await relay.kysely.selectFrom('change_set').selectAll().where('id', '=', id).execute();
    expect(half).toMatchObject([{ state: 'queued', pending: 5_000, cancelled: 6_000 }]);
    await relay.work(relay.console);
    const retried = () =>
      relay.kysely
        .selectFrom('change_cell')
        .select('attempt')
        .where('set_id', '=', id)
        .where('attempt', '=', 2)
        .execute();
    await expect.poll(async () => (await retried()).length, { timeout: 40_000 }).toBe(11_000);
  });
});
