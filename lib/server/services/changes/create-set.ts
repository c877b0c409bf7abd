import 'server-only';
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { AccessChange } from '@/lib/contract/access';
import type { ChangeSetKind } from '@/lib/contract/changes';
import type { LedgerFacts } from '@/lib/contract/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import type { Actor } from '@/lib/server/auth/actor';
import { ConsoleError } from '@/lib/server/console-error';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { sha256, type Ledger } from '@/lib/server/ledger/ledger';
import { ledgerActor } from '@/lib/server/ledger/ledger-actor';
import { cellsOnce, digestOfCells, insertCells } from './set-cells';

/** A change set that somebody asks for. */
export interface NewSet {
  connection: string;
  kind: ChangeSetKind;
  cells: readonly AccessChange[];
  reason: string;
  source: { file: string; sha256: string } | null;
  /** The set that it undoes. */
  undoOf: string | null;
  /** Names the request: asked again with the same key it is the same set. */
  idempotencyKey: string | null;
  actor: Actor;
  requestId: string;
  /** For whoever stores and runs it in one go; null: it waits for a worker. */
  lease: { owner: string; ms: number } | null;
}

interface CreatedSet {
  id: string;
  /** False where the same request had made the set before. */
  isNew: boolean;
  fence: number;
}

interface Parts {
  ledger: Ledger;
  database: Database;
}

/**
 * Stores a set, its cells and the ledger's entry of it in one transaction. Equal cells are merged.
 * @throws ConsoleError `invalid-request` for cells that contradict one another, `idempotency-mismatch` when the key
 * was used for something else, `ledger-unavailable` while the database is away; nothing was stored then.
 */
export async function createSet({ ledger, database }: Parts, asked: NewSet): Promise<CreatedSet> {
  const cells = cellsOnce(asked.cells);
  const digest = await digestOfCells(cells);
  const bodyHash = hashOf(asked, digest);
  const id = randomUUID();
  const { lease } = asked;
  const { now } = database.profile;
  return ledger.record(async (transaction) => {
    // Of two requests at once with one key the later one waits here until the other's set stands.
    const inserted = await transaction
      .insertInto('change_set')
      .values({
        ...begun,
        id,
        ...askedOf(asked),
        body_hash: bodyHash,
        total: cells.length,
        pending: cells.length,
        created_at: now,
        ...(lease && {
          state: 'running',
          started_at: now,
          lease_owner: lease.owner,
          lease_until: sql<number>`${now} + ${lease.ms}`,
          fence: 1,
        }),
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'idempotency_key']).doNothing())
      .returning('fence')
      .executeTakeFirst();
    if (!inserted) return { facts: [], result: await madeBefore(transaction, asked, bodyHash) };
    await insertCells(transaction, database.profile, id, cells);
    const facts: LedgerFacts = {
      kind: 'set.created',
      actor: ledgerActor(asked.actor),
      requestId: asked.requestId,
      connection: asked.connection,
      set: id,
      setKind: asked.kind,
      total: cells.length,
      cells: digest,
      reason: asked.reason,
      ...(asked.source && { source: asked.source }),
      ...(asked.undoOf !== null && { undoOf: asked.undoOf }),
    };
    return { facts: [facts], result: { id, isNew: true, fence: inserted.fence } };
  });
}

/** How every set begins that nobody runs yet. */
const begun = {
  state: 'queued',
  control: 'run',
  started_at: null,
  ended_at: null,
  applied: 0,
  already: 0,
  conflict: 0,
  rejected: 0,
  unknown: 0,
  cancelled: 0,
  pause_code: null,
  pause_detail: null,
  paused_at: null,
  retry_at: null,
  stumbles: 0,
  withdrawn: null,
  lease_owner: null,
  lease_until: 0,
  fence: 0,
} as const;

function askedOf({ actor, ...asked }: NewSet) {
  return {
    connection: asked.connection,
    kind: asked.kind,
    person_id: actor.personId,
    person_name: actor.name,
    acting_id: actor.personId,
    acting_name: actor.name,
    acting_roles: JSON.stringify(actor.roles),
    session_id: actor.sessionId,
    request_id: asked.requestId,
    reason: asked.reason,
    source: asked.source && JSON.stringify(asked.source),
    undo_of: asked.undoOf,
    idempotency_key: asked.idempotencyKey,
  };
}

/** Which cells an undo has depends on when it is asked for, so there it is the set undone that tells requests apart. */
function hashOf({ connection, kind, reason, undoOf }: NewSet, digest: string): string {
  return sha256(canonicalJson({ connection, kind, reason, undoOf, cells: undoOf === null ? digest : null }));
}

async function madeBefore(
  transaction: Transaction<Tables>,
  { actor, idempotencyKey }: NewSet,
  bodyHash: string,
): Promise<CreatedSet> {
  const { id, fence, body_hash } = await transaction
    .selectFrom('change_set')
    .select(['id', 'fence', 'body_hash'])
    .where('person_id', '=', actor.personId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow();
  if (body_hash === bodyHash) return { id, isNew: false, fence };
  throw new ConsoleError(
    'idempotency-mismatch',
    'This Idempotency-Key was used before for another change. Nothing was stored or sent by this request. Use a new key for every change, and the same one only to repeat it.',
  );
}
