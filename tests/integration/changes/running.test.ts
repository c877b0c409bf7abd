import { describe, expect, it } from 'vitest';
import type { Cell } from '@/lib/contract/access/access';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';
import {
  cellRows,
  holdPosts,
  ledgerEntries,
  quickPolicy,
  seenPosts,
  storeSet,
  untilPostsAreHeld,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { countPosts } from '@/tests/support/changes/invariants';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { newSet } from '@/tests/support/changes/new-set';

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=60,entities=8,lines=1',
  policy: quickPolicy,
});

async function inService({ recordType, recordId, entityId }: Cell): Promise<boolean | null> {
  return service.connection.upstream.readCell({ recordType, recordId, entityId });
}

describe('a set', () => {
  it('is done by a worker: every cell sent once, read back, and recorded', async () => {
    const cells = service.fresh(40);
    await service.control('DELETE', '/requests');
    await service.control('DELETE', '/counters');
    const id = await storeSet(service, cells);
    expect(await untilSet(service, id, 'done')).toMatchObject({ total: 40, applied: 40, pending: 0 });
    for (const cell of cells) expect(await inService(cell)).toBe(cell.accessible);
    expect(await seenPosts(service)).toHaveLength(40);
    const entries = (await ledgerEntries(service)).filter((entry) => 'set' in entry && entry.set === id);
    const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
    expect([count('set.created'), count('change.intent'), count('change.outcome')]).toEqual([1, 40, 40]);
    expect(entries.at(-1)).toMatchObject({ kind: 'set.state', state: 'done' });
  });

  it('begins with few, so that whoever looks on soon sees an outcome', async () => {
    const id = await storeSet(service, service.fresh(40));
    await untilSet(service, id, 'done');
    const entries = (await ledgerEntries(service)).filter((entry) => 'set' in entry && entry.set === id);
    const first = entries.findIndex(({ kind }) => kind === 'change.outcome');
    const before = entries.slice(0, first).filter(({ kind }) => kind === 'change.intent').length;
    expect(before).toBeLessThanOrEqual(16); // two batches of the smallest size
  });

  it('reads by slice: far fewer reads than cells', async () => {
    await service.control('DELETE', '/requests');
    const id = await storeSet(service, service.fresh(32));
    await untilSet(service, id, 'done');
    const { requests } = (await service.control('GET', '/requests?last=2000')) as {
      requests: { method: string }[];
    };
    expect(requests.filter(({ method }) => method === 'GET').length).toBeLessThan(16);
  });

  it('leaves alone what has the value already, and what has not the value that was seen', async () => {
    const [first, second, third] = service.fresh(3);
    if (!first || !second || !third) throw new Error('There are three.');
    const asIs = { ...first, accessible: !first.accessible, expected: first.accessible };
    const stale = { ...second, expected: second.accessible, accessible: second.accessible };
    await service.outside(third);
    const id = await storeSet(service, [asIs, third, { ...stale, expected: second.accessible }]);
    const set = await untilSet(service, id, 'done');
    const states = (await cellRows(service, id)).map(({ state }) => state);
    expect(states).toEqual(['already', 'already', 'conflict']);
    expect(set).toMatchObject({ already: 2, conflict: 1 });
  });

  it('is taken up although more than a worker looks at are older and cannot be read', async () => {
    const ctx = service.context('security-administrator');
    const lease = { owner: 'nobody', ms: 60_000 };
    const damaged: string[] = [];
    for (let i = 0; i < 17; i++) {
      const { id } = await createChangeSet(
        ctx.console,
        newSet(ctx.request.actor, service.fresh(1), { lease }),
      );
      damaged.push(id);
    }
    const ofThem = ctx.console.database.kysely.updateTable('change_set').where('id', 'in', damaged);
    await ofThem.set({ acting_roles: 'damaged', lease_until: 0, created_at: 1 }).execute();
    try {
      await untilSet(service, await storeSet(service, service.fresh(2)), 'done');
    } finally {
      await ofThem.set({ state: 'cancelled' }).execute();
    }
  });

  it('is cancelled: nothing leaves after what is in flight, and the rest is told', async () => {
    const cells = service.fresh(60);
    await holdPosts(service);
    const id = await storeSet(service, cells);
    await untilPostsAreHeld(service);
    const ctx = service.context('security-administrator');
    await cancelChanges({ ctx, input: { changeSetId: id } });
    await service.faults();
    const set = await untilSet(service, id, 'cancelled');
    expect(set.applied + set.cancelled).toBe(60);
    expect(set.cancelled).toBeGreaterThan(20);
    const posts = countPosts(await seenPosts(service), cells);
    expect(posts.filter((count) => count > 0)).toHaveLength(set.applied);
  });

  it('is paused and resumed, and sends no cell twice', async () => {
    const cells = service.fresh(40);
    await service.control('DELETE', '/requests');
    await holdPosts(service);
    const id = await storeSet(service, cells);
    const ctx = service.context('security-administrator');
    await untilPostsAreHeld(service);
    await pauseChanges({ ctx, input: { changeSetId: id } });
    await service.faults();
    const paused = await untilSet(service, id, 'paused');
    expect(paused.pending).toBeGreaterThan(0);
    expect(paused.pause_code).toBe('person');
    await resumeChanges({ ctx, input: { changeSetId: id } });
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: 40 });
    expect(await seenPosts(service)).toHaveLength(40);
  });
});
