import { expect } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ChangeSetKind } from '@/lib/contract/changes/change-states';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import type { Scenario } from '@/tests/support/console/scenario';
import { postsOf, type SeenPost } from './invariants';
import { newSet } from './new-set';

/** ExecutionPolicy for tests that would otherwise wait: the order of things is the same. */
export const quickPolicy = {
  readBackPausesMs: [0, 50, 100],
  brokenOffMs: 600,
  timedOutMs: 1_500,
  firstPauseMs: 100,
  longestPauseMs: 400,
  longestUnconfirmedPauseMs: 200,
} as const;

/** Stores a set of `Customer` cells as a security administrator. @returns its id. */
export async function storeSet(
  service: Scenario,
  cells: readonly AccessChange[],
  kind: ChangeSetKind = 'changes',
): Promise<string> {
  const ctx = service.context('security-administrator');
  const more = { connection: service.connection.key, kind, reason: 'a test' };
  const { id } = await createChangeSet(ctx.console, newSet(ctx.request.actor, cells, more));
  ctx.console.signals.send('control', id);
  return id;
}

/** The service holds every change until its faults are replaced. */
export async function holdPosts(service: Scenario): Promise<void> {
  await service.faults({ kind: 'hold', resource: 'security', method: 'POST' });
}

/** Waits until the service holds three changes. */
export async function untilPostsAreHeld(service: Scenario): Promise<void> {
  const met = async () =>
    ((await service.control('GET', '/faults')) as { faults: { met: number }[] }).faults[0]?.met; // its own shape
  await expect.poll(met, { timeout: 20_000 }).toBeGreaterThan(2);
}

/** The set's row. */
export function setRow(service: Scenario, id: string) {
  const { kysely } = service.context(null).console.database;
  return kysely.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Waits until the set is in a state. */
export async function untilSet(service: Scenario, id: string, state: string, timeout = 20_000) {
  await expect.poll(async () => (await setRow(service, id)).state, { timeout, interval: 50 }).toBe(state);
  return setRow(service, id);
}

/** The cells of a set, in order. */
export function cellRows(service: Scenario, id: string) {
  const { kysely } = service.context(null).console.database;
  return kysely.selectFrom('change_cell').selectAll().where('set_id', '=', id).orderBy('position').execute();
}

/** Everything the ledger holds, oldest first. */
export async function ledgerEntries(service: Scenario): Promise<LedgerEntry[]> {
  const rows = await service.context(null).console.ledger.read(0, 1_000_000);
  return rows.map(({ body }) => JSON.parse(body) as LedgerEntry); // written by the ledger
}

/** Every POST to the security set that reached the reference service. */
export function seenPosts(service: Scenario): Promise<SeenPost[]> {
  return postsOf(service.control);
}
