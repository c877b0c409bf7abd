import { describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { listChanges } from '@/lib/server/services/changes/list-changes';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { readChanges } from '@/lib/server/services/changes/read-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import type { ContextParts } from '@/tests/support/console/connected-console';
import {
  cellRows,
  ledgerEntries,
  quickPolicy,
  holdPosts,
  storeSet,
  untilPostsAreHeld,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase } from '@/tests/support/database/test-database';

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=60,entities=8,lines=1',
  policy: quickPolicy,
});

async function valuesOf(cells: readonly AccessChange[]): Promise<(boolean | null)[]> {
  return Promise.all(
    cells.map(({ recordType, recordId, entityId }) =>
      service.connection.upstream.readCell({ recordType, recordId, entityId }),
    ),
  );
}

const outside = (cell: AccessChange, accessible: boolean) => service.outside({ ...cell, accessible });

/** Reads the whole matrix, as it is when somebody looks at it. */
async function readMirror(): Promise<void> {
  const { mirror } = service.connection;
  mirror.refresh();
  await expect.poll(() => mirror.progress()).toMatchObject({ complete: true, loading: false });
}

function undo(changeSetId: string, more: ContextParts = {}, reason = '') {
  return undoChanges({
    ctx: service.context('security-administrator', more),
    input: { changeSetId, reason },
  });
}

const planned = (changeSetId: string) =>
  previewUndo({ ctx: service.context('security-administrator'), input: { changeSetId } });

async function done(cells: readonly AccessChange[]): Promise<string> {
  const id = await storeSet(service, cells);
  await untilSet(service, id, 'done');
  return id;
}

describe('an undo', () => {
  it('is a new set that gives every cell back what it had', async () => {
    const cells = service.fresh(12);
    const id = await done(cells);
    expect(await valuesOf(cells)).toEqual(cells.map(({ accessible }) => accessible));
    const undone = await undo(id);
    expect(undone.left).toBe(0);
    expect(await untilSet(service, undone.id, 'done')).toMatchObject({
      kind: 'undo',
      undo_of: id,
      reason: 'Undo: a test',
      applied: 12,
    });
    expect(await valuesOf(cells)).toEqual(cells.map(({ accessible }) => !accessible));
    expect(await ledgerEntries(service)).toContainEqual(
      expect.objectContaining({
        kind: 'set.created',
        set: undone.id,
        setKind: 'undo',
        undoOf: id,
        total: 12,
      }),
    );
    // And back again: an undo is a set like any other.
    const redone = await undo(undone.id);
    await untilSet(service, redone.id, 'done');
    expect(await valuesOf(cells)).toEqual(cells.map(({ accessible }) => accessible));
  });

  it('has the reason of whoever asks for it, and its key means that one wish', async () => {
    const id = await done(service.fresh(1));
    const key = { idempotencyKey: 'undo-with-reason' };
    const made = await undo(id, key, 'It was the wrong file.');
    expect(await untilSet(service, made.id, 'done')).toMatchObject({ reason: 'It was the wrong file.' });
    expect(await undo(id, key, 'It was the wrong file.')).toMatchObject({ id: made.id });
    for (const reason of ['Something else.', ''])
      await expect(undo(id, key, reason)).rejects.toMatchObject({ code: 'idempotency-mismatch' });
  });

  it('leaves out what is known to have changed since, and what the set did not change itself', async () => {
    const [changed, had, since] = service.fresh(3);
    if (!changed || !had || !since) throw new Error('There are three.');
    const already = { ...had, accessible: !had.accessible, expected: !had.accessible };
    const id = await done([changed, already, since]);
    await outside(since, !since.accessible);
    await readMirror();
    const undone = await undo(id);
    expect(undone.left).toBe(1);
    await untilSet(service, undone.id, 'done');
    expect(
      (await cellRows(service, undone.id)).map(({ record_id, entity_id }) => [record_id, entity_id]),
    ).toEqual([[changed.recordId, changed.entityId]]);
    expect(await valuesOf([changed, had, since])).toEqual([
      !changed.accessible,
      !had.accessible,
      !since.accessible,
    ]);
  });

  it('leaves a later decision alone, also one for the same value; an undo in between is none', async () => {
    const cells = service.fresh(2);
    const [again, other] = cells;
    if (!again || !other) throw new Error('There are two.');
    const id = await done(cells);
    await done([{ ...again, accessible: !again.accessible, expected: again.accessible }]);
    await done([again]);
    const there = await done([{ ...other, accessible: !other.accessible, expected: other.accessible }]);
    await untilSet(service, (await undo(there)).id, 'done');
    const undone = await undo(id);
    expect(undone.left).toBe(1);
    await untilSet(service, undone.id, 'done');
    expect(await valuesOf(cells)).toEqual([again.accessible, !other.accessible]);
  });

  it('is not kept from a cell by the same change in another connection', async () => {
    const [cell] = service.fresh(1);
    if (!cell) throw new Error('There is one.');
    const id = await done([cell]);
    const off = await done([{ ...cell, accessible: !cell.accessible, expected: cell.accessible }]);
    const on = await done([cell]);
    expect((await planned(id)).left).toBe(1);
    await service.database.kysely
      .updateTable('change_set')
      .set({ connection: 'elsewhere' })
      .where('id', 'in', [off, on])
      .execute();
    expect((await planned(id)).left).toBe(0);
  });

  it('takes back what stands again because each later decision was taken back', async () => {
    const [cell] = service.fresh(1);
    if (!cell) throw new Error('There is one.');
    const id = await done([cell]);
    const off = await done([{ ...cell, accessible: !cell.accessible, expected: cell.accessible }]);
    const on = await done([cell]);
    for (const later of [on, off]) await untilSet(service, (await undo(later)).id, 'done');
    expect(await valuesOf([cell])).toEqual([cell.accessible]);
    expect((await undo(id)).left).toBe(0);
  });

  it('of a switch is a switch that says so, and takes back nothing but what that one did', async () => {
    const ctx = service.context('security-administrator');
    const [cell, other] = service.fresh(2);
    if (!cell || !other) throw new Error('There are two.');
    const { changeId } = await changeAccess({ ctx, input: cell });
    const isThere = { ...other, accessible: !other.accessible, expected: !other.accessible };
    const { changeId: ofNothing } = await changeAccess({ ctx, input: isThere });
    const input = { ...cell, accessible: !cell.accessible, expected: cell.accessible, undoOf: changeId };
    for (const wrong of [
      { ...other, undoOf: changeId },
      { ...other, undoOf: ofNothing },
      { ...input, undoOf: 'none' },
      { ...cell, undoOf: changeId },
    ])
      await expect(changeAccess({ ctx, input: wrong })).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringContaining('Nothing was changed.') as string,
      });
    const undone = await changeAccess({ ctx, input });
    expect(undone).toMatchObject({ outcome: 'applied' });
    // Twice, as two people may: it is undone once.
    expect(await changeAccess({ ctx, input })).toMatchObject({ outcome: 'already' });
    expect(await readChanges({ ctx, input: { changeSetId: changeId } })).toMatchObject({
      undone: 1,
      undoState: 'done',
    });
    const back = await readChanges({ ctx, input: { changeSetId: undone.changeId } });
    expect(back).toMatchObject({ kind: 'switch', undoOf: changeId });
    const { value: undos } = await listChanges({ ctx, input: { kind: 'undo' } });
    expect(undos.map(({ id }) => id)).toContain(undone.changeId);
  });

  it('names for every cell the value that it takes back, so that nothing else is overwritten', async () => {
    const cells = service.fresh(2);
    const undone = await undo(await done(cells));
    await untilSet(service, undone.id, 'done');
    const taken = await cellRows(service, undone.id);
    expect(taken.map(({ wanted, expected }) => [wanted, expected])).toEqual(
      cells.map(({ accessible }) => [Number(!accessible), Number(accessible)]),
    );
  });

  it('of a half-done set takes back just the half that was done', async () => {
    const cells = service.fresh(24);
    await holdPosts(service);
    await service.control('DELETE', '/requests');
    const id = await storeSet(service, cells);
    await untilPostsAreHeld(service);
    await expect(undo(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Pause or cancel it first') as string,
    });
    const ctx = service.context('security-administrator');
    await pauseChanges({ ctx, input: { changeSetId: id } });
    await service.faults();
    const { applied } = await untilSet(service, id, 'paused');
    const undone = await undo(id);
    expect(await untilSet(service, undone.id, 'done')).toMatchObject({ total: applied, applied });
    expect(await valuesOf(cells)).toEqual(cells.map(({ accessible }) => !accessible));
    await cancelChanges({ ctx, input: { changeSetId: id } });
    expect(await untilSet(service, id, 'cancelled')).toMatchObject({ applied, cancelled: 24 - applied });
  });

  it('asked twice with one key is one set, whatever has become of the cells', async () => {
    const id = await done(service.fresh(3));
    const key = { idempotencyKey: `undo-${id}` };
    const first = await undo(id, key);
    await untilSet(service, first.id, 'done');
    expect(await undo(id, key)).toEqual(first);
    const other = await done(service.fresh(1));
    await expect(undo(other, key)).rejects.toMatchObject({ code: 'idempotency-mismatch' });
  });

  it('of a set without effect, or undone before, is a conflict', async () => {
    const [one] = service.fresh(1);
    if (!one) throw new Error('There is one.');
    const none = await done([{ ...one, accessible: !one.accessible, expected: !one.accessible }]);
    await expect(undo(none)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed nothing') as string,
    });
    const id = await done(service.fresh(2));
    await untilSet(service, (await undo(id)).id, 'done');
    await readMirror();
    await expect(undo(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Nothing is left to undo') as string,
    });
  });

  it('of a set whose connection is gone is a conflict', async () => {
    const id = await done(service.fresh(1));
    await expect(undo(id, { connections: [] })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('no longer configured') as string,
    });
  });
});

describe.each([
  ['undo', undoChanges] as const,
  [
    'retry',
    (call: Parameters<typeof undoChanges>[0]) =>
      retryChanges({ ...call, input: { ...call.input, outcomes: ['rejected'] } }),
  ] as const,
])('%s', (_, verb) => {
  it.each(['some-set', 'a\u0000b'])('of %j finds nothing', async (changeSetId) => {
    const ctx = service.context('security-administrator');
    await expect(verb({ ctx, input: { changeSetId, reason: '' } })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('is refused while the database is away', async () => {
    const where = await testDatabase();
    const database = await openDatabase(where.url);
    await database.close();
    const ctx = service.context('security-administrator', { database, ledger: new Ledger(database) });
    await expect(verb({ ctx, input: { changeSetId: 'some-set', reason: '' } })).rejects.toMatchObject({
      code: 'ledger-unavailable',
    });
    await where.drop();
  });
});
