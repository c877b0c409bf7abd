import { describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { Actor } from '@/lib/server/auth/actor';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import {
  leasedChangeSet,
  renewLease,
  takeLease,
  type LeasedChangeSet,
} from '@/lib/server/services/changes/store/lease';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import { workCell, type WorkCell } from '@/lib/server/services/changes/store/work-cell';
import type { ContextParts } from '@/tests/support/console/connected-console';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  setRow,
  storeSet,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { newSet } from '@/tests/support/changes/new-set';

/* Changes that were sent without an answer, and what others do before anybody knows. */

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });

const bob: Actor = { personId: 'bob', name: 'Bob', roles: ['security-administrator'], sessionId: 'of-bob' };

/** An assignment that no test has used, with the change of it. */
function fresh(): AccessChange {
  const [change] = service.fresh(1);
  if (!change) throw new Error('There are enough.');
  return change;
}

/** One with which no read of several cells reads the other. */
function apartFrom({ recordId, entityId }: AccessChange): AccessChange {
  const one = fresh();
  return one.recordId === recordId || one.entityId === entityId
    ? apartFrom({ ...one, recordId, entityId })
    : one;
}

const keyOf = ({ recordType, recordId, entityId }: AccessChange) => ({ recordType, recordId, entityId });

function press(input: AccessChange, more: ContextParts = {}) {
  return changeAccess({ ctx: service.context('security-administrator', more), input });
}

const asBob = { actor: bob, actorNow: () => Promise.resolve(bob), requestId: 'of-bob' };

/** A set in the hands of a worker that has claimed and read its first cell. */
async function heldAndRead(
  change: AccessChange,
  ...more: AccessChange[]
): Promise<{
  held: LeasedChangeSet;
  store: ChangeSetStore;
  cell: WorkCell;
}> {
  const ctx = service.context('security-administrator');
  const cells = [{ ...change, expected: !change.accessible }, ...more];
  const lease = { owner: 'a worker', ms: 60_000 };
  const { id } = await createChangeSet(ctx.console, newSet(ctx.request.actor, cells, { lease }));
  const held = leasedChangeSet(await setRow(service, id), service.connection, 60_000);
  const store = new ChangeSetStore(ctx.console, held);
  const [cell] = (await cellRows(service, id)).map(workCell);
  if (!cell) throw new Error('It has one.');
  cell.before = !change.accessible;
  await store.claim([cell]);
  return { held, store, cell };
}

/** What a killed or frozen worker leaves behind once its time is over. */
function endLease(id: string) {
  return service.database.kysely
    .updateTable('change_set')
    .set({ lease_until: 1 })
    .where('id', '=', id)
    .execute();
}

/** Waits until the service was asked so often about what its one fault meets that answers were decided upon. */
async function untilAskedAgain(): Promise<void> {
  const met = async () =>
    ((await service.control('GET', '/faults')) as { faults: { met: number }[] }).faults[0]?.met ?? 0; // its own shape
  const before = await met();
  await expect.poll(met).toBeGreaterThan(before + 5);
}

async function onlyCell(id: string) {
  const [row] = await cellRows(service, id);
  if (!row) throw new Error('It has one.');
  return row;
}

describe('a change that was sent', () => {
  it('is not called refused because a question about it is', async () => {
    const { held, store, cell } = await heldAndRead(fresh());
    await store.intend(cell);
    await store.record([{ cell, to: 'pending', nextMs: 0, detail: 'The connection broke off.' }]);
    await new ChangeSetStore(service.context('security-administrator').console, held).rest(0);
    await service.faults({ kind: 'status', status: 400, resource: 'security', method: 'GET' });
    const worker = service.work(quickPolicy);
    await expect.poll(async () => (await onlyCell(held.id)).state).toBe('unknown');
    // By now the service cannot be at work on it any more: also then no answer is not the old value.
    await service.database.kysely
      .updateTable('change_cell')
      .set({ doubt_until: 1 })
      .where('set_id', '=', held.id)
      .execute();
    await untilAskedAgain();
    expect(await onlyCell(held.id)).toMatchObject({ state: 'unknown', sends: 1 });
    await service.faults();
    await untilSet(service, held.id, 'done');
    await worker.stop();
    expect(await onlyCell(held.id)).toMatchObject({ state: 'applied' });
  });

  it('and carried out late keeps the value it had before that, to which an undo goes back', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await store.intend(cell);
    await store.record([{ cell, to: 'pending', nextMs: 0, detail: 'The connection broke off.' }]);
    await store.rest(0);
    await service.control('POST', '/outside-change', change); // the service was only late with it
    const worker = service.work(quickPolicy);
    expect(await untilSet(service, held.id, 'done')).toMatchObject({ applied: 1 });
    await worker.stop();
    expect(await onlyCell(held.id)).toMatchObject({ sends: 1, before_value: Number(!change.accessible) });
  });

  it('may be carried out for as long as was said at first, however often it is asked for', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await store.intend(cell);
    await store.record([{ cell, to: 'unknown', forMs: 60_000, nextMs: 0, detail: '' }]);
    const sent = await onlyCell(held.id);
    await store.record([{ cell: workCell(sent), to: 'unknown', forMs: 90_000, nextMs: 0, detail: '' }]);
    expect((await onlyCell(held.id)).doubt_until).toBe(sent.doubt_until);
    await store.record([{ cell: workCell(sent), to: 'applied', after: change.accessible, detail: '' }]);
  });

  it.each(['is lost', 'pauses by itself'])('is in doubt once whoever sent it %s', async (what) => {
    const { held, store, cell } = await heldAndRead(fresh());
    await store.intend(cell);
    const parts = service.context('security-administrator').console;
    if (what === 'is lost') await endLease(held.id);
    else
      await new ChangeSetStore(parts, held).pauseAfterFailure(
        { code: 'storm', detail: 'The service fails.' },
        { firstPauseMs: 0, longestPauseMs: 0 },
      );
    const next = await takeLease({ ...parts, leaseMs: 60_000 }, held.id, 'the next');
    if (!next) throw new Error('Nobody else has it.');
    expect(await onlyCell(held.id)).toMatchObject({ state: 'unknown', sends: 1 });
    expect(await setRow(service, held.id)).toMatchObject({ pending: 0, unknown: 1 });
    const told = (await ledgerEntries(service)).filter((one) => one.kind === 'change.open');
    expect(told.at(-1)).toMatchObject({ set: held.id, sends: 1 });
    await new ChangeSetStore(parts, next).rest(0);
    const worker = service.work(quickPolicy);
    await untilSet(service, held.id, 'done');
    await worker.stop();
  });
});

describe('what pages mark as unconfirmed', () => {
  /** Cells of one set that were sent: for how long each may still be carried out. Nobody runs the set. */
  async function sentWithout(proof: readonly { change: AccessChange; forMs: number }[]): Promise<string> {
    const [first, ...others] = proof.map(({ change }) => change);
    if (!first) throw new Error('There is one.');
    const { held, store } = await heldAndRead(first, ...others);
    const cells = (await cellRows(service, held.id)).map(workCell);
    await store.claim(cells);
    for (const [i, cell] of cells.entries()) {
      cell.before = !cell.wanted;
      await store.intend(cell);
      const forMs = proof[i]?.forMs ?? 0;
      await store.record([{ cell, to: 'unknown', forMs, nextMs: 0, detail: 'nobody knows' }]);
    }
    await store.rest(0);
    return held.id;
  }

  const marked = () => service.connection.mirror.status().unknown;

  it('keeps its mark while an old value proves nothing, and the service may still be at work on the change', async () => {
    const [slow, lost, done] = [fresh(), fresh(), fresh()];
    await service.outside(done); // it happened, and the answer was lost
    const id = await sentWithout([
      { change: slow, forMs: 60_000 },
      { change: lost, forMs: 0 },
      { change: done, forMs: 60_000 },
    ]);
    await expect.poll(() => marked().length).toBe(3);
    const worker = service.work(quickPolicy);
    await expect.poll(marked, { timeout: 10_000 }).toEqual([keyOf(slow)]);
    await service.outside(slow);
    await untilSet(service, id, 'done');
    await worker.stop();
  });

  it('loses its mark although another one of the set cannot be read', async () => {
    const poison = fresh();
    const sound = apartFrom(poison);
    await service.outside(sound);
    await service.faults({
      kind: 'status',
      status: 400,
      resource: 'security',
      method: 'GET',
      cell: keyOf(poison),
    });
    const id = await sentWithout([
      { change: poison, forMs: 0 },
      { change: sound, forMs: 0 },
    ]);
    await expect.poll(() => marked().length).toBe(2);
    const worker = service.work(quickPolicy);
    await expect.poll(marked, { timeout: 10_000 }).toEqual([keyOf(poison)]);
    await service.faults();
    await untilSet(service, id, 'done');
    await worker.stop();
  });
});

describe('a change that was sent, and was taken back by somebody before its fate was known', () => {
  it('is not made again: who came later has the last word', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await store.intend(cell);
    await service.outside(change); // it happened, and the answer was lost
    await store.record([{ cell, to: 'unknown', forMs: 100, nextMs: 100, detail: 'nobody knows' }]);
    await endLease(held.id);
    const back = { ...change, accessible: !change.accessible, expected: change.accessible };
    expect(await press(back, asBob)).toMatchObject({ outcome: 'applied' });
    const worker = service.work(quickPolicy);
    await untilSet(service, held.id, 'done');
    await worker.stop();
    const row = await onlyCell(held.id);
    expect(row).toMatchObject({ state: 'conflict', sends: 1 });
    expect(row.detail).toMatch(/^Bob changed this on .*What was sent before that is not sent again\.$/);
    expect(await service.connection.upstream.readCell(change, {})).toBe(!change.accessible);
  });
});

describe('a change that was sent without proof, and made by somebody else before its fate was known', () => {
  /** Sent by a worker that is gone; the service did not carry it out. @returns its set, once it has ended. */
  async function overtakenBy(change: AccessChange, other: () => Promise<unknown>): Promise<string> {
    const { held, store, cell } = await heldAndRead(change);
    await store.intend(cell);
    await store.record([{ cell, to: 'unknown', forMs: 60_000, nextMs: 0, detail: 'nobody knows' }]);
    await endLease(held.id);
    await other();
    const worker = service.work(quickPolicy);
    await untilSet(service, held.id, 'done');
    await worker.stop();
    return held.id;
  }

  it('counts as theirs, says so, and its undo does not take theirs back', async () => {
    const change = fresh();
    const id = await overtakenBy(change, async () =>
      expect(await press({ ...change, expected: !change.accessible }, asBob)).toMatchObject({
        outcome: 'applied',
      }),
    );
    const row = await onlyCell(id);
    expect(row).toMatchObject({ state: 'already', sends: 1 });
    expect(row.detail).toMatch(/^The value is there: Bob made the same change on /);
    const told = (await ledgerEntries(service)).filter(
      (entry) =>
        entry.kind === 'change.outcome' &&
        entry.outcome === 'applied' &&
        cellKey(entry.cell) === cellKey(change),
    );
    expect(told).toHaveLength(1); // one change happened, and one is told
    const ctx = service.context('security-administrator');
    await expect(undoChanges({ ctx, input: { changeSetId: id, reason: '' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await service.connection.upstream.readCell(change, {})).toBe(change.accessible);
  });

  it('is its own where the other found the value there', async () => {
    const change = fresh();
    const id = await overtakenBy(change, async () => {
      await service.outside(change); // it happened, and the answer was lost
      expect(await press(change, asBob)).toMatchObject({ outcome: 'already' });
    });
    expect(await onlyCell(id)).toMatchObject({ state: 'applied', detail: '' });
  });
});

describe('a worker whose lease is over, and whose cell somebody changed since', () => {
  it('can neither renew the lease nor send', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await endLease(held.id);
    expect(await press(change, asBob)).toMatchObject({ outcome: 'applied' });
    expect(await press({ ...keyOf(change), accessible: !change.accessible }, asBob)).toMatchObject({
      outcome: 'applied',
    });
    await expect(renewLease(service.database, held)).rejects.toThrow('run by somebody else');
    await expect(store.intend(cell)).rejects.toThrow('run by somebody else');
    await cancelChanges({
      ctx: service.context('security-administrator'),
      input: { changeSetId: held.id },
    });
  });

  it('does not send a cell whose claim another change has taken', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await service.database.kysely.deleteFrom('cell_claim').where('set_id', '=', held.id).execute();
    await expect(store.intend(cell)).rejects.toThrow('belongs to another change');
    expect((await onlyCell(held.id)).sends).toBe(0);
    await endLease(held.id);
    await cancelChanges({
      ctx: service.context('security-administrator'),
      input: { changeSetId: held.id },
    });
  });

  it('does not send when it slept between writing the intent and sending', async () => {
    const change = fresh();
    const { held, cell } = await heldAndRead(change);
    const hasty = new ChangeSetStore(service.context(null).console, { ...held, leaseMs: 0 });
    await expect(hasty.intend(cell)).rejects.toThrow('Too much time went by');
    await endLease(held.id);
    const worker = service.work(quickPolicy);
    expect(await untilSet(service, held.id, 'done')).toMatchObject({ applied: 1 });
    await worker.stop();
  });
});

it('an attempt has one outcome, whoever comes with a second one', async () => {
  const [change, another] = [fresh(), fresh()];
  const { held, store, cell } = await heldAndRead(change, another);
  await store.record([{ cell, to: 'already', after: change.accessible, detail: '' }]);
  // As when its row was read shortly before.
  await store.record([{ cell, to: 'applied', after: change.accessible, detail: '' }]);
  await store.record([{ cell, to: 'unknown', forMs: 1, nextMs: 1, detail: 'late' }]);
  await store.record([{ cell, to: 'pending', nextMs: 1, isTry: true, detail: 'late' }]);
  for (const { attempt, ...open } of (await cellRows(service, held.id)).map(workCell))
    await store.record([
      { cell: { ...open, attempt: attempt + 1 }, to: 'applied', detail: 'of another one' },
    ]);
  expect(await setRow(service, held.id)).toMatchObject({ already: 1, applied: 0, pending: 1, unknown: 0 });
  expect((await cellRows(service, held.id)).map(({ state }) => state)).toEqual(['already', 'pending']);
  await endLease(held.id);
  const worker = service.work(quickPolicy);
  expect(await untilSet(service, held.id, 'done')).toMatchObject({ already: 1, applied: 1 });
  await worker.stop();
});

describe('a switch whose first POST may still be carried out', () => {
  it('is not known yet, although the service refuses permission the second time', async () => {
    const change = fresh();
    await service.faults(
      { kind: 'dropBefore', resource: 'security', method: 'POST', count: 1 },
      { kind: 'status', status: 403, resource: 'security', method: 'POST' },
    );
    const answer = await press(change);
    expect(answer).toMatchObject({ outcome: 'unknown' });
    if (answer.outcome !== 'unknown') return;
    expect(await onlyCell(answer.changeId)).toMatchObject({ state: 'unknown', sends: 2 });
    await service.outside(change); // the service was only late with the first one
    const worker = service.work(quickPolicy);
    expect(await untilSet(service, answer.changeId, 'done')).toMatchObject({ applied: 1 });
    await worker.stop();
  });
});

describe('what was broken off', () => {
  it('is in doubt once a person pauses a set that the console has paused, and is asked for', async () => {
    const change = fresh();
    const { held, store, cell } = await heldAndRead(change);
    await store.intend(cell);
    await store.record([{ cell, to: 'pending', nextMs: 1_000, detail: 'broken off' }]);
    await service.database.kysely
      .updateTable('change_set')
      .set({ state: 'paused', pause_code: 'storm', paused_at: 1, retry_at: 4e12, lease_until: 0 })
      .where('id', '=', held.id)
      .execute();
    const ctx = service.context('security-administrator');
    const paused = await pauseChanges({ ctx, input: { changeSetId: held.id } });
    expect(paused).toMatchObject({ state: 'paused', counts: { pending: 0, unknown: 1 } });
    const open = (await ledgerEntries(service)).filter(
      (entry) => entry.kind === 'change.open' && entry.set === held.id,
    );
    expect(open).toHaveLength(1);
    await service.outside(change); // it had happened
    const worker = service.work(quickPolicy);
    expect(await untilSet(service, held.id, 'done')).toMatchObject({ applied: 1 });
    await worker.stop();
  });

  it('and certainly was not carried out is nobody’s deed here when it is cancelled', async () => {
    const change = fresh();
    const id = await storeSet(service, [change]);
    // As the service's 403 leaves it: sent once, and taken back.
    await service.database.kysely
      .updateTable('change_cell')
      .set({ sends: 1, sent_at: null, before_value: Number(!change.accessible) })
      .where('set_id', '=', id)
      .execute();
    await service.outside(change);
    const ctx = service.context('security-administrator');
    await cancelChanges({ ctx, input: { changeSetId: id } });
    const row = await onlyCell(id);
    expect(row).toMatchObject({ state: 'cancelled', sends: 1 });
    expect(row.detail).toBe('It was sent, and the service did not carry it out. It is not sent again.');
  });
});

it('sets of a connection that is no longer configured keep no others waiting', async () => {
  const ctx = service.context('security-administrator');
  for (let i = 0; i < 9; i++)
    await createChangeSet(ctx.console, newSet(ctx.request.actor, [fresh()], { connection: 'gone' }));
  const id = await storeSet(service, [fresh()]);
  const worker = service.work(quickPolicy);
  await untilSet(service, id, 'done');
  await worker.stop();
  const { kysely } = service.database;
  const left = await kysely
    .selectFrom('change_set')
    .select('state')
    .where('connection', '=', 'gone')
    .execute();
  expect(left.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'queued'));
});
