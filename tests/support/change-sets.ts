import { expect } from 'vitest';
import type { AccessChange } from '@/lib/contract/access';
import type { ChangeSetKind } from '@/lib/contract/changes';
import type { LedgerEntry } from '@/lib/contract/ledger';
import { chainStart, linkOf } from '@/lib/domain/ledger/chain';
import { sha256 } from '@/lib/server/ledger/ledger';
import { createSet } from '@/lib/server/services/changes/create-set';
import type { ConnectedReference } from './connected-reference';

/** Pace for tests that would otherwise wait: the order of things is the same. */
export const quickPace = {
  readBackPausesMs: [0, 50, 100],
  brokenOffMs: 600,
  timedOutMs: 1_500,
  firstPauseMs: 100,
  longestPauseMs: 400,
  longestDoubtPauseMs: 200,
} as const;

/** Stores a set of `Customer` cells as a security administrator. @returns its id. */
export async function storeSet(
  service: ConnectedReference,
  cells: readonly AccessChange[],
  kind: ChangeSetKind = 'changes',
): Promise<string> {
  const ctx = service.context('security-administrator');
  if (!ctx.actor) throw new Error('An administrator is somebody.');
  const { id } = await createSet(ctx, {
    connection: service.connection.key,
    kind,
    cells,
    reason: 'a test',
    source: null,
    undoOf: null,
    idempotencyKey: null,
    actor: ctx.actor,
    requestId: 'request-of-the-test',
    lease: null,
  });
  ctx.notices.tell('control', id);
  return id;
}

/** The set's row. */
export function setRow(service: ConnectedReference, id: string) {
  const { kysely } = service.context(null).database;
  return kysely.selectFrom('change_set').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Waits until the set is in a state. */
export async function untilSet(service: ConnectedReference, id: string, state: string, timeout = 20_000) {
  await expect.poll(async () => (await setRow(service, id)).state, { timeout, interval: 50 }).toBe(state);
  return setRow(service, id);
}

/** The cells of a set, in order. */
export function cellRows(service: ConnectedReference, id: string) {
  const { kysely } = service.context(null).database;
  return kysely.selectFrom('change_cell').selectAll().where('set_id', '=', id).orderBy('position').execute();
}

/** Everything the ledger holds, oldest first. */
export async function ledgerEntries(service: ConnectedReference): Promise<LedgerEntry[]> {
  const rows = await service.context(null).ledger.read(0, 1_000_000);
  return rows.map(({ body }) => JSON.parse(body) as LedgerEntry); // written by the ledger
}

/** A POST that reached the reference service, as its log tells. */
export interface SeenPost {
  at: string;
  status: number | null;
  cell: { recordType: string; recordId: string; entityId: string };
  accessible: boolean;
}

/** Every POST to the security set that reached the reference service. */
export async function seenPosts(service: ConnectedReference): Promise<SeenPost[]> {
  const { requests } = (await service.control('GET', '/requests?last=2000')) as {
    requests: { at: string; method: string; status: number | null; body: string | null }[];
  }; // the control port's own shape
  return requests
    .filter(({ method, body }) => method === 'POST' && body !== null)
    .map(({ at, status, body }) => {
      const sent = JSON.parse(body ?? '{}') as Record<string, string | boolean>;
      return {
        at,
        status,
        cell: {
          recordType: String(sent.BssiMasterRecordType),
          recordId: String(sent.BssiMasterRecordID),
          entityId: String(sent.BssiEntityID),
        },
        accessible: sent.BssiAccessible === true,
      };
    });
}

const attemptKey = (entry: { set: string; position: number; attempt: number }) =>
  `${entry.set} ${String(entry.position)} ${String(entry.attempt)}`;

/**
 * The invariants of quality.md that hold at any moment: INV1 every POST has an intent with an actor that is older;
 * INV2 every intent ends in at most one final outcome, and where there is none the cell is visibly open; INV5 the chain
 * verifies; and the counts of every set add up to what its cells say.
 */
export async function expectInvariants(service: ConnectedReference): Promise<void> {
  const rows = await service.context(null).ledger.read(0, 1_000_000);
  let before = chainStart;
  for (const { body, hash } of rows) {
    before = linkOf(before, body, sha256).hash;
    expect(hash).toBe(before);
  }
  const entries = rows.map(({ body }) => JSON.parse(body) as LedgerEntry);
  const intents = entries.filter((entry) => entry.kind === 'change.intent');
  for (const post of await seenPosts(service)) {
    const older = intents.filter(
      ({ at, cell, wanted, actor }) =>
        at <= post.at &&
        actor.id !== '' &&
        wanted === post.accessible &&
        JSON.stringify(cell) === JSON.stringify(sorted(post.cell)),
    );
    expect(older.length, `intents before the POST of ${JSON.stringify(post)}`).toBeGreaterThan(0);
  }
  const outcomes = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'change.outcome')
      outcomes.set(attemptKey(entry), (outcomes.get(attemptKey(entry)) ?? 0) + 1);
  for (const [key, count] of outcomes) expect(count, `outcomes of ${key}`).toBe(1);
  const { kysely } = service.context(null).database;
  const cells = await kysely.selectFrom('change_cell').selectAll().execute();
  for (const intent of intents) {
    if (outcomes.has(attemptKey(intent))) continue;
    const cell = cells.find(({ set_id, position }) => set_id === intent.set && position === intent.position);
    expect(cell?.attempt === intent.attempt ? cell.state : 'gone', attemptKey(intent)).toMatch(
      /^(pending|unknown)$/,
    );
  }
  for (const set of await kysely.selectFrom('change_set').selectAll().execute()) {
    const mine = cells.filter(({ set_id }) => set_id === set.id);
    expect(mine.length).toBe(set.total);
    for (const state of [
      'pending',
      'applied',
      'already',
      'conflict',
      'rejected',
      'unknown',
      'cancelled',
    ] as const)
      expect(mine.filter((cell) => cell.state === state).length, `${set.id} ${state}`).toBe(set[state]);
  }
}

function sorted(cell: SeenPost['cell']) {
  return { entityId: cell.entityId, recordId: cell.recordId, recordType: cell.recordType };
}
