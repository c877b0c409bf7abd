import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Selectable, type Transaction } from 'kysely';
import {
  type ChangeSetKind,
  type ChangeSetState,
  unconfirmedState,
} from '@/lib/contract/changes/change-states';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import type { Database } from '@/lib/server/db/database';
import type { Tables, ChangeSetTable } from '@/lib/server/db/tables';
import type { Ledger, Recorded, Written } from '@/lib/server/ledger/ledger';
import type { Connection } from '@/lib/server/services/connection';
import { actorOfRow } from './change-set-row';
import { namedChangeSet, stateFact } from './facts';
import { putSomeBack } from './put-back';
import { noConnection } from './storing';
import { notPaused, unconfirmWhatWasSent } from './transition';

interface Keyed {
  key: string;
}

/** A change set that this process has the lease of: nobody else runs it. Only who sends needs its whole connection. */
export interface LeasedChangeSet<C extends Keyed = Connection> {
  readonly id: string;
  readonly connection: C;
  readonly kind: ChangeSetKind;
  /** Who started it or had it tried again, for the ledger. */
  readonly actor: LedgerActor;
  /** Of the request that started it. */
  readonly requestId: string;
  /** What this lease's writes carry; a later lease has a higher one. */
  readonly fence: number;
  /** Pauses by the console since something last went well, as the lease was taken. */
  readonly consecutiveFailures: number;
  /** A lease without a sign of life ends after this. */
  readonly leaseMs: number;
}

/** Somebody else took the set over, because this process gave no sign of life in time. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** States of sets that a worker may take up; the first two whenever nobody runs them. */
const openStates: readonly ChangeSetState[] = ['queued', 'running', 'paused'];

/** Sets that wait in one line: switches, which are soon done, have a line beside the other sets of their connection. */
export interface WaitingLine {
  connection: Connection;
  isOfSwitches: boolean;
}

/** Ids of sets of one line that wait for somebody to run them, oldest first. */
export async function waitingChangeSets(
  { kysely, dialect }: Database,
  { connection, isOfSwitches }: WaitingLine,
  most: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('change_set')
    .select('id')
    .where('state', 'in', openStates)
    .where('connection', '=', connection.key)
    .where('kind', isOfSwitches ? '=' : '<>', 'switch')
    .where('lease_until', '<=', dialect.now)
    .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', dialect.now)]))
    // Paused by a person, it is taken up only to ask what became of unconfirmed cells.
    .where((where) =>
      where.or([
        where('control', '<>', 'pause'),
        where('state', '<>', 'paused'),
        where(unconfirmedState, '>', 0),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Sets that are to end and whose connection is not configured here, with cells that were never sent, oldest first: to
 * cancel these needs no connection.
 * @param keys of the connections that are configured.
 */
export function cancelledElsewhere({ kysely, dialect }: Database, keys: readonly string[], most: number) {
  return kysely
    .selectFrom('change_set')
    .select(['id', 'connection', 'withdrawn'])
    .where('change_set.state', 'in', openStates)
    .where('connection', 'not in', [...keys, noConnection])
    .where('lease_until', '<=', dialect.now)
    .where((where) => where.or([where('control', '=', 'cancel'), where('withdrawn', 'is not', null)]))
    .where((set) =>
      set.exists(
        set
          .selectFrom('change_cell')
          .select('position')
          .whereRef('set_id', '=', 'change_set.id')
          .where('change_cell.state', '=', 'pending')
          .where('sent_at', 'is', null),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** A switch that is not sent within this time of being asked for is not sent at all. */
export const sendWithinMs = 30_000;

const takenOverWords =
  'The console that ran it was interrupted. It goes on from what is written down; what was in flight is asked for first.';

interface LeaseParts<C extends Keyed> {
  database: Database;
  ledger: Ledger;
  connections: readonly C[];
  leaseMs: number;
}

/**
 * Takes the lease of a set. What is left of a retry that was cut off is done first.
 * @param owner name of the worker, for whoever looks into the database.
 * @returns null when somebody else has it, when it has ended, or when its connection is none of these.
 */
export async function takeLease<C extends Keyed>(
  { database, ledger, connections, leaseMs }: LeaseParts<C>,
  id: string,
  owner: string,
): Promise<LeasedChangeSet<C> | null> {
  const { now } = database.dialect;
  let isCutOff = false;
  const taken = await ledger.record<LeasedChangeSet<C> | null>(async (transaction) => {
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
    const leased = leasedChangeSet(row, connection, leaseMs);
    isCutOff = row.retrying !== null;
    if (row.control === 'pause') return { facts: [], result: leased };
    const wasLost = before !== undefined && before.lease_until > 0; // who stops in order gives it back
    await transaction
      .updateTable('change_set')
      // The caller of a switch that was lost may have been told that nothing is sent.
      .set({ state: 'running', ...notPaused, ...(wasLost && { send_before: null }) })
      .where('id', '=', id)
      .execute();
    const why = row.state === 'paused' ? 'The console tries again.' : wasLost ? takenOverWords : null;
    // Of a switch, its one outcome says as much; and what is being cancelled does not go on.
    const isTold = why !== null && row.kind !== 'switch' && row.control === 'run';
    // Whoever was lost may have sent something that the service is still at work on.
    const unconfirmed = wasLost ? await unconfirmWhatWasSent(transaction, database, namedChangeSet(row)) : [];
    return {
      facts: isTold ? [...unconfirmed, stateFact(leased, 'running', why)] : unconfirmed,
      result: leased,
    };
  });
  if (taken !== null && isCutOff) await putBack({ database, ledger }, taken, 'keep');
  return taken;
}

/** The set of a row whose lease was just taken. */
export function leasedChangeSet<C extends Keyed>(
  row: Selectable<ChangeSetTable>,
  connection: C,
  leaseMs: number,
): LeasedChangeSet<C> {
  return {
    id: row.id,
    connection,
    kind: row.kind,
    actor: actorOfRow(row),
    requestId: row.request_id,
    fence: row.fence,
    consecutiveFailures: row.stumbles,
    leaseMs,
  };
}

/**
 * Gives free what a killed process held of the embedded database: its file is this process's alone, so nobody else runs
 * anything. On PostgreSQL others may, and leases end by themselves.
 */
export async function freeLeases({ kysely, dialect }: Database): Promise<void> {
  if (dialect.kind !== 'libsql') return;
  const longAgo = 1; // lost, and not given back, which would be 0
  await kysely
    .updateTable('change_set')
    .set({ lease_until: longAgo })
    .where('lease_until', '>', longAgo)
    .execute();
}

/** Gives a sign of life. @throws LeaseLostError when the set is somebody else's by now. */
export async function renewLease(
  database: Database,
  { id, fence, leaseMs }: Pick<LeasedChangeSet, 'id' | 'fence' | 'leaseMs'>,
): Promise<void> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('change_set')
    .set({ lease_until: sql<number>`${database.dialect.now} + ${sql.lit(leaseMs)}` })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', database.dialect.now) // one that is over may have been used by others
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError('The set is run by somebody else.');
}

/** What people want of a change set at this moment. */
export interface SetControl {
  control: 'run' | 'pause' | 'cancel';
  /** Why whoever started it may no longer do so; null: they may. */
  withdrawn: string | null;
  /** Whether it is a switch whose deadline is over; one without a deadline was lost, or an older replica stored it. */
  isLate: boolean;
}

/** One write of a leased change set: rows and ledger entries in one transaction. */
export type FencedWork<T> = (transaction: Transaction<Tables>, asked: SetControl) => Promise<Recorded<T>>;

/**
 * Writes for a leased change set. Its row is touched first, which finds out whether this lease is still the newest and
 * locks the row until the transaction ends: what people want is either seen here or comes after. A process that slept
 * through its lease changes nothing.
 * @throws LeaseLostError then; ConsoleError `ledger-unavailable` when the database does not take it.
 */
export async function fencedWrite<T>(
  { ledger, database }: { ledger: Ledger; database: Database },
  { id, fence }: Pick<LeasedChangeSet, 'id' | 'fence'>,
  work: FencedWork<T>,
): Promise<Written<T>> {
  const { result: done, entries } = await ledger.write<{ result: T } | null>(async (transaction) => {
    const row = await transaction
      .updateTable('change_set')
      .set((set) => ({ fence: set.ref('fence') }))
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('lease_until', '>', database.dialect.now) // a lease that is over does not come back to life
      .returning((set) => [
        'control',
        'withdrawn',
        'acting_name',
        sql<number>`case when kind = 'switch' and coalesce(send_before, 0) <= ${database.dialect.now} then 1 else 0 end`.as(
          'is_late',
        ),
        set
          .selectFrom('person')
          .select('roles')
          .whereRef('person.id', '=', 'change_set.acting_id')
          .as('roles_now'),
      ])
      .executeTakeFirst();
    if (!row) return { facts: [], result: null };
    const { control, withdrawn, acting_name: name, roles_now: roles, is_late: isLate } = row;
    const { facts, result } = await work(transaction, {
      control,
      withdrawn: withdrawn ?? lostRole(name, roles),
      isLate: isLate === 1,
    });
    return { facts, result: { result } };
  });
  if (done === null) throw new LeaseLostError('The set is run by somebody else.');
  return { result: done.result, entries };
}

/** Roles belong to the person: what the newest sign-in says counts for what was started before it. */
function lostRole(name: string, roles: string | null): string | null {
  if (roles === null || mayChangeAccess.some((role) => roles.includes(`"${role}"`))) return null;
  return `${name} no longer holds the role that this needs.`;
}

/**
 * Has the cells of a set that is tried again wait anew, part by part: other requests have their turn in between. A
 * process that is killed on the way leaves the rest to the one that takes the next lease.
 * @param then what becomes of the lease with the last part.
 * @throws as `fencedWrite`.
 */
export async function putBack(
  parts: { ledger: Ledger; database: Database },
  { id, fence, leaseMs }: Pick<LeasedChangeSet, 'id' | 'fence' | 'leaseMs'>,
  then: 'keep' | 'give back',
): Promise<void> {
  const { now } = parts.database.dialect;
  for (let isMore = true; isMore; await nextTurn()) {
    const { result } = await fencedWrite(parts, { id, fence }, async (transaction) => {
      const hasMore = await putSomeBack(transaction, id);
      const until = hasMore || then === 'keep' ? sql<number>`${now} + ${sql.lit(leaseMs)}` : 0;
      await transaction.updateTable('change_set').set({ lease_until: until }).where('id', '=', id).execute();
      return { facts: [], result: { hasMore } };
    });
    isMore = result.hasMore;
  }
}
