import { describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
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

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=60,entities=8,lines=1',
  policy: quickPolicy,
});

type Outcomes = ('rejected' | 'conflict' | 'cancelled')[];

function retry(changeSetId: string, outcomes: Outcomes, more: ContextParts = {}) {
  const ctx = service.context('security-administrator', more);
  return retryChanges({ ctx, input: { changeSetId, outcomes } });
}

async function done(cells: readonly AccessChange[]): Promise<string> {
  const id = await storeSet(service, cells);
  await untilSet(service, id, 'done');
  return id;
}

const keyOf = ({ recordType, recordId, entityId }: AccessChange) => ({ recordType, recordId, entityId });

describe('to try again', () => {
  it('what was rejected makes another attempt, with an outcome of its own', async () => {
    const cells = service.fresh(3);
    const poison = cells[1];
    if (!poison) throw new Error('There are three.');
    await service.faults({ kind: 'status', status: 400, resource: 'security', cell: keyOf(poison) });
    const id = await done(cells);
    expect(await setRow(service, id)).toMatchObject({ applied: 2, rejected: 1 });
    await service.faults();
    expect(await retry(id, ['rejected'])).toEqual({ id });
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: 3, rejected: 0, total: 3 });
    expect((await cellRows(service, id)).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    const mine = (await ledgerEntries(service)).filter((entry) => 'set' in entry && entry.set === id);
    expect(
      mine.flatMap((entry) =>
        entry.kind === 'change.outcome' && entry.position === 1 ? [[entry.attempt, entry.outcome]] : [],
      ),
    ).toEqual([
      [1, 'rejected'],
      [2, 'applied'],
    ]);
    expect(mine).toContainEqual(
      expect.objectContaining({
        kind: 'set.state',
        state: 'queued',
        why: 'Tries again 1 assignment that was refused or failed.',
        actor: expect.objectContaining({ id: 'somebody' }) as object,
      }),
    );
  });

  it('what was rejected keeps its reason until it is decided anew', async () => {
    const [cell] = service.fresh(1);
    if (!cell) throw new Error('There is one.');
    const fails = (status: number) =>
      service.faults({
        kind: 'status',
        status,
        resource: 'security',
        method: 'POST',
        message: 'The entity is closed.',
      });
    await fails(400);
    const id = await done([cell]);
    await fails(401);
    await retry(id, ['rejected']);
    await untilSet(service, id, 'paused');
    const [waiting] = await cellRows(service, id);
    expect(waiting).toMatchObject({
      state: 'pending',
      detail: expect.stringContaining('The entity is closed.') as string,
    });
    await service.faults();
    await untilSet(service, id, 'done');
    expect(await cellRows(service, id)).toMatchObject([{ state: 'applied', detail: '' }]);
  });

  it('what was in conflict expects the value that was found', async () => {
    const [cell] = service.fresh(1);
    if (!cell) throw new Error('There is one.');
    const id = await done([{ ...cell, expected: cell.accessible }]);
    expect(await setRow(service, id)).toMatchObject({ conflict: 1 });
    await expect(retry(id, ['rejected'])).rejects.toMatchObject({ code: 'conflict' });
    await retry(id, ['rejected', 'conflict']);
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: 1, conflict: 0 });
    expect(await cellRows(service, id)).toMatchObject([{ expected: Number(!cell.accessible), attempt: 2 }]);
  });

  it('what was cancelled is done by whoever asks for it, and in their name', async () => {
    const cells = service.fresh(4);
    const id = await cancelledSet(cells);
    // As where an administrator had ended the session of whoever started it.
    await service.database.kysely
      .updateTable('change_set')
      .set({ withdrawn: 'Their session was ended.' })
      .where('id', '=', id)
      .execute();
    const actor = { personId: 'b', name: 'Bea', roles: ['security-administrator'], sessionId: 's' } as const;
    await retry(id, ['cancelled'], { actor, requestId: 'request-of-bea' });
    expect(await untilSet(service, id, 'done')).toMatchObject({
      applied: 4,
      person_id: 'somebody',
      acting_name: 'Bea',
      ended_at: expect.any(Number) as number,
    });
    const intents = (await ledgerEntries(service)).flatMap((entry) =>
      entry.kind === 'change.intent' && entry.set === id
        ? [[entry.actor.name, entry.requestId, entry.attempt]]
        : [],
    );
    expect(intents).toEqual(cells.map(() => ['Bea', 'request-of-bea', 2]));
  });

  it('by somebody else leaves the key of the request that made the set where it is', async () => {
    const cells = service.fresh(1);
    const ask = () =>
      createChanges({
        ctx: service.context('security-administrator', { idempotencyKey: 'a-key-of-a-script' }),
        input: { cells },
      });
    const { id } = await ask();
    await untilSet(service, id, 'done');
    const actor = { personId: 'b', name: 'Bea', roles: ['security-administrator'], sessionId: 's' } as const;
    await service.database.kysely
      .updateTable('change_set')
      .set({ applied: 0, cancelled: 1 })
      .where('id', '=', id)
      .execute();
    await service.database.kysely
      .updateTable('change_cell')
      .set({ state: 'cancelled' })
      .where('set_id', '=', id)
      .execute();
    await retry(id, ['cancelled'], { actor });
    expect(await ask()).toEqual({ id });
    await untilSet(service, id, 'done');
  });

  it('of a set that has not ended, or has nothing of that kind, is a conflict that changes nothing', async () => {
    const id = await done(service.fresh(1));
    const before = [await setRow(service, id), (await ledgerEntries(service)).length];
    await expect(retry(id, ['rejected', 'cancelled', 'conflict'])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('ended as rejected or cancelled or conflict') as string,
    });
    await expect(retry(id, ['rejected'], { connections: [] })).rejects.toMatchObject({ code: 'conflict' });
    expect([await setRow(service, id), (await ledgerEntries(service)).length]).toEqual(before);
    await service.faults({ kind: 'status', status: 503, resource: 'security' });
    const paused = await storeSet(service, service.fresh(1));
    await untilSet(service, paused, 'paused');
    await expect(retry(paused, ['cancelled'])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has not ended yet') as string,
    });
    await service.faults();
    await untilSet(service, paused, 'done');
  });
});

/** A set that was cancelled before anything of it was sent: the service was away. */
async function cancelledSet(cells: readonly AccessChange[]): Promise<string> {
  await service.faults({ kind: 'status', status: 503, resource: 'security' });
  const id = await storeSet(service, cells);
  await untilSet(service, id, 'paused');
  await cancelChanges({ ctx: service.context('security-administrator'), input: { changeSetId: id } });
  await untilSet(service, id, 'cancelled');
  await service.faults();
  return id;
}
