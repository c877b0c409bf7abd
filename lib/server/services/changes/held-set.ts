import 'server-only';
import { sql, type Selectable } from 'kysely';
import type { ChangeSetKind, ChangeSetState } from '@/lib/contract/changes';
import type { LedgerActor } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetTable } from '@/lib/server/db/tables-changes';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { Connection } from '@/lib/server/services/connection';
import { doubtWhatWasSent, namedSet, stateFact } from './set-facts';
import { actorOfRow } from './set-row';

/** A change set that this process holds the lease of: nobody else runs it. */
export interface HeldSet {
  readonly id: string;
  readonly connection: Connection;
  readonly kind: ChangeSetKind;
  /** Who started it or had it tried again, for the ledger. */
  readonly actor: LedgerActor;
  /** Of the request that started it. */
  readonly requestId: string;
  /** What this lease's writes carry; a later lease has a higher one. */
  readonly fence: number;
  /** Pauses by the console since something last went well. */
  readonly stumbles: number;
}

/** Somebody else took the set over, because this process gave no sign of life in time. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** States of sets that a worker may take up; the first two whenever nobody runs them. */
const openStates: readonly ChangeSetState[] = ['queued', 'running', 'paused'];

/** Ids of sets of some connections that wait for somebody to run them, oldest first. */
export async function waitingSets(
  { kysely, profile }: Database,
  connections: readonly Pick<Connection, 'key'>[],
  most: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('change_set')
    .select('id')
    .where('state', 'in', openStates)
    .where(
      'connection',
      'in',
      connections.map(({ key }) => key),
    )
    .where('lease_until', '<=', profile.now)
    .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', profile.now)]))
    // Paused by a person, it is taken up only to ask what became of cells whose change is not proven.
    .where((where) =>
      where.or([where('control', '<>', 'pause'), where('state', '<>', 'paused'), where('unknown', '>', 0)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

const takenOverWords =
  'The console that ran it was interrupted. It goes on from what is written down; what was in flight is asked for first.';

interface HoldParts {
  database: Database;
  ledger: Ledger;
  connections: readonly Connection[];
  leaseMs: number;
}

/**
 * Takes the lease of a set.
 * @param owner name of the worker, for whoever looks into the database.
 * @returns null when somebody else has it, when it has ended, or when its connection is not configured here.
 */
export function holdSet(
  { database, ledger, connections, leaseMs }: HoldParts,
  id: string,
  owner: string,
): Promise<HeldSet | null> {
  const { now } = database.profile;
  return ledger.record(async (transaction) => {
    const before = await transaction
      .selectFrom('change_set')
      .select('lease_until')
      .where('id', '=', id)
      .executeTakeFirst();
    const row = await transaction
      .updateTable('change_set')
      .set((set) => ({
        lease_owner: owner,
        lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}`,
        fence: sql<number>`fence + 1`,
        started_at: set.fn.coalesce('started_at', now),
      }))
      .where('id', '=', id)
      .where('state', 'in', openStates)
      .where('lease_until', '<=', now)
      .where(
        'connection',
        'in',
        connections.map(({ key }) => key),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) return { facts: [], result: null };
    const connection = connections.find(({ key }) => key === row.connection);
    if (!connection) return { facts: [], result: null };
    const held = heldSet(row, connection);
    if (row.control === 'pause') return { facts: [], result: held };
    await transaction
      .updateTable('change_set')
      .set({ state: 'running', pause_code: null, pause_detail: null, paused_at: null, retry_at: null })
      .where('id', '=', id)
      .execute();
    const wasLost = before !== undefined && before.lease_until > 0; // who stops in order gives it back
    const why = row.state === 'paused' ? 'The console tries again.' : wasLost ? takenOverWords : null;
    // Of a switch, its one outcome says as much; and what is being cancelled does not go on.
    const isTold = why !== null && row.kind !== 'switch' && row.control === 'run';
    // Whoever was lost may have sent something that the service is still at work on.
    const doubts = wasLost ? await doubtWhatWasSent(transaction, database, namedSet(row)) : [];
    return {
      facts: isTold ? [...doubts, stateFact(held, 'running', why)] : doubts,
      result: held,
    };
  });
}

/** The set of a row whose lease was just taken. */
export function heldSet(row: Selectable<ChangeSetTable>, connection: Connection): HeldSet {
  return {
    id: row.id,
    connection,
    kind: row.kind,
    actor: actorOfRow(row),
    requestId: row.request_id,
    fence: row.fence,
    stumbles: row.stumbles,
  };
}

/**
 * Gives free what a killed process held of the embedded database: its file is this process's alone, so nobody else runs
 * anything. On PostgreSQL others may, and leases end by themselves.
 */
export async function freeLeases({ kysely, profile }: Database): Promise<void> {
  if (profile.kind !== 'libsql') return;
  const longAgo = 1; // lost, and not given back, which would be 0
  await kysely
    .updateTable('change_set')
    .set({ lease_until: longAgo })
    .where('lease_until', '>', longAgo)
    .execute();
}

/** Gives a sign of life. @throws LeaseLostError when the set is somebody else's by now. */
export async function renewLease(database: Database, held: HeldSet, leaseMs: number): Promise<void> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('change_set')
    .set({ lease_until: sql<number>`${database.profile.now} + ${sql.lit(leaseMs)}` })
    .where('id', '=', held.id)
    .where('fence', '=', held.fence)
    .where('lease_until', '>', database.profile.now) // one that is over may have been used by others
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError('The set is run by somebody else.');
}
