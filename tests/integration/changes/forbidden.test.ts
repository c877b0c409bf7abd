import { describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
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

/* A service that forbids changes (403): of one entity, which is that entity's alone, or of all, which pauses the set. */

/** More forbidden entities than these are the service's own trouble. */
const mostForbidden = 5;

let service: Scenario;
shareScenario((scenario) => (service = scenario), {
  size: 'records=90,entities=8,lines=1',
  policy: { ...quickPolicy, stormAfter: mostForbidden },
});

/** Forbids changes of these entities; without one, all changes. */
const forbid = (...entityIds: string[]) => {
  const all = {
    kind: 'status',
    status: 403,
    resource: 'security',
    method: 'POST',
    message: 'Not in the licence.',
  };
  const ofEntities = entityIds.map((entityId) => ({ ...all, cell: { entityId } }));
  return service.control('PUT', '/faults', entityIds.length === 0 ? [all] : ofEntities);
};

/** The set's row once it paused by itself three times in a row. */
async function pausedAgain(id: string) {
  await expect.poll(async () => (await setRow(service, id)).stumbles, { timeout: 40_000 }).toBeGreaterThan(2);
  return untilSet(service, id, 'paused');
}

/** Cells of three records in all entities, and the entity of the first. */
function fresh(): { cells: AccessChange[]; entityId: string } {
  const cells = service.fresh(24);
  return { cells, entityId: cells[0]?.entityId ?? '' };
}

describe('of one entity', () => {
  it('whose cells come first: they are refused, each with the reason, and the rest goes on', async () => {
    const { cells, entityId } = fresh();
    const own = cells.filter((cell) => cell.entityId === entityId);
    const others = cells.filter((cell) => cell.entityId !== entityId);
    await forbid(entityId);
    await service.control('DELETE', '/requests');
    const id = await storeSet(service, [...own, ...others]);
    expect(await untilSet(service, id, 'done')).toMatchObject({
      applied: others.length,
      rejected: own.length,
      pause_code: null,
    });
    const refused = (await cellRows(service, id)).filter(({ state }) => state === 'rejected');
    for (const { entity_id, detail } of refused) {
      expect(entity_id).toBe(entityId);
      expect(detail).toContain(`entity ${entityId}`);
      expect(detail).toContain('Not in the licence.');
    }
    const posts = (await seenPosts(service)).filter(({ cell }) => cell.entityId === entityId);
    expect(posts.length).toBeLessThanOrEqual(2 * own.length);
    const ctx = service.context('security-administrator');
    await forbid();
    await retryChanges({ ctx, input: { changeSetId: id, outcomes: ['rejected'] } });
    // Cells that were applied before this try say nothing of the service now.
    expect(await pausedAgain(id)).toMatchObject({ pending: own.length, rejected: 0 });
    await service.faults();
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: cells.length, rejected: 0 });
  });

  it('or of as many as count as entities: the rest goes on', async () => {
    const { cells } = fresh();
    const entities = [...new Set(cells.map(({ entityId }) => entityId))];
    const forbidden = entities.slice(0, mostForbidden);
    await forbid(...forbidden);
    const isForbidden = (cell: AccessChange) => forbidden.includes(cell.entityId);
    const own = cells.filter(isForbidden);
    const id = await storeSet(service, [...own, ...cells.filter((cell) => !isForbidden(cell))]);
    expect(await untilSet(service, id, 'done')).toMatchObject({
      applied: cells.length - own.length,
      rejected: own.length,
    });
    await service.faults();
  });

  it('or of one more than that: it is the service’s own trouble, so the set pauses', async () => {
    const { cells } = fresh();
    await forbid(...[...new Set(cells.map(({ entityId }) => entityId))].slice(0, mostForbidden + 1));
    const id = await storeSet(service, cells);
    const pauses = async () =>
      (await ledgerEntries(service)).filter(
        (entry) => entry.kind === 'set.state' && entry.set === id && entry.state === 'paused',
      );
    await expect.poll(pauses).not.toEqual([]);
    await service.control('PUT', '/faults', []);
    await untilSet(service, id, 'done');
  });

  it('whose cells come last: nothing tells it from a service that forbids everything, so the set pauses', async () => {
    const { cells, entityId } = fresh();
    const own = cells.filter((cell) => cell.entityId === entityId);
    const others = cells.filter((cell) => cell.entityId !== entityId).slice(0, 5);
    await forbid(entityId);
    const id = await storeSet(service, [...others, ...own]);
    expect(await pausedAgain(id)).toMatchObject({
      ...{ applied: others.length, pending: own.length, rejected: 0 },
      pause_code: 'service-forbidden',
    });
    await service.faults();
    await untilSet(service, id, 'done');
  });
});

describe('of everything', () => {
  it('pauses the set and fails no cell; it goes on by itself', async () => {
    const { cells } = fresh();
    await forbid();
    const id = await storeSet(service, cells);
    expect(await untilSet(service, id, 'paused')).toMatchObject({
      pending: cells.length,
      pause_code: 'service-forbidden',
    });
    await service.faults();
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: cells.length, rejected: 0 });
  });

  it('pauses a set of one entity alike', async () => {
    const { cells, entityId } = fresh();
    await forbid(entityId);
    const id = await storeSet(
      service,
      cells.filter((cell) => cell.entityId === entityId),
    );
    expect(await untilSet(service, id, 'paused')).toMatchObject({
      rejected: 0,
      pause_code: 'service-forbidden',
    });
    await service.faults();
    await untilSet(service, id, 'done');
  });

  it('in the middle of a set ordered by entity pauses it again and again, and fails no cell', async () => {
    const cells = service.fresh(120).sort((a, b) => a.entityId.localeCompare(b.entityId));
    const slow = { kind: 'slow', delayMs: 20, resource: 'security', method: 'POST' };
    await service.faults(slow);
    const id = await storeSet(service, cells);
    const applied = async () =>
      (await cellRows(service, id)).filter(({ state }) => state === 'applied').length;
    await expect.poll(applied, { interval: 10 }).toBeGreaterThan(23);
    await forbid();
    const paused = await pausedAgain(id);
    expect(paused).toMatchObject({ rejected: 0, pause_code: 'service-forbidden' });
    expect(paused.pending).toBeGreaterThan(0);
    await service.faults();
    expect(await untilSet(service, id, 'done')).toMatchObject({ applied: cells.length, rejected: 0 });
  });
});
