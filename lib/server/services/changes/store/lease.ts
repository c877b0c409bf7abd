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
import { resetSomeCells } from './retried-cells';
import { noConnection } from './storing';
import { notPaused, unconfirmWhatWasSent } from './transition';

interface Keyed {
  key: string;
}

/** A change set whose lease this process holds. Only a run that sends needs the whole connection. */
export interface LeasedChangeSet<C extends Keyed = Connection> {
  readonly id: string;
  readonly connection: C;
  readonly kind: ChangeSetKind;
  readonly actor: LedgerActor;
  readonly requestId: string;
  /** Every write carries it; a later lease has a higher one. */
  readonly fence: number;
  readonly consecutiveFailures: number;
  readonly leaseMs: number;
}

/** Another worker took the set over, because this process did not renew its lease in time. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

const openStates: readonly ChangeSetState[] = ['queued', 'running', 'paused'];

/** A queue of waiting sets: the switches of a connection, which end soon, or its other sets. */
export interface WaitingQueue {
  connection: Connection;
  isOfSwitches: boolean;
}

export async function waitingChangeSets(
  { kysely, dialect }: Database,
  { connection, isOfSwitches }: WaitingQueue,
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
    // A worker takes up a set that a person paused only to check unconfirmed cells.
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

/** Sets to be cancelled whose connection is not configured, oldest first: cancelling needs no connection. */
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

/** A switch that is not sent within this time is not sent at all. */
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
 * Takes the lease of a set and completes an interrupted retry.
 * @returns null when another worker has it, it has ended, or its connection is none of these.
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
    const wasLost = before !== undefined && before.lease_until > 0; // a worker that stops in order sets 0
    await transaction
      .updateTable('change_set')
      // The caller of a lost switch may have been told that nothing is sent.
      .set({ state: 'running', ...notPaused, ...(wasLost && { send_before: null }) })
      .where('id', '=', id)
      .execute();
    const why = row.state === 'paused' ? 'The console tries again.' : wasLost ? takenOverWords : null;
    // The outcome of a switch says as much; a cancelled set does not go on.
    const isTold = why !== null && row.kind !== 'switch' && row.control === 'run';
    // The service may still be executing what the lost worker sent.
    const unconfirmed = wasLost ? await unconfirmWhatWasSent(transaction, database, namedChangeSet(row)) : [];
    return {
      facts: isTold ? [...unconfirmed, stateFact(leased, 'running', why)] : unconfirmed,
      result: leased,
    };
  });
  if (taken !== null && isCutOff) await resetCells({ database, ledger }, taken, 'keep');
  return taken;
}

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

/** Frees the leases of a killed process in the embedded database, which only one process uses. */
export async function freeLeases({ kysely, dialect }: Database): Promise<void> {
  if (dialect.kind !== 'libsql') return;
  const longAgo = 1; // lost; a worker that gives it back sets 0
  await kysely
    .updateTable('change_set')
    .set({ lease_until: longAgo })
    .where('lease_until', '>', longAgo)
    .execute();
}

/** Renews a lease. @throws LeaseLostError when another worker has the set. */
export async function renewLease(
  database: Database,
  { id, fence, leaseMs }: Pick<LeasedChangeSet, 'id' | 'fence' | 'leaseMs'>,
): Promise<void> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('change_set')
    .set({ lease_until: sql<number>`${database.dialect.now} + ${sql.lit(leaseMs)}` })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '>', database.dialect.now) // other workers may have used an expired lease
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError('The set is run by somebody else.');
}

export interface SetControl {
  control: 'run' | 'pause' | 'cancel';
  withdrawn: string | null;
  /** A switch after its deadline, or without one: it was lost, or an older replica stored it. */
  isLate: boolean;
}

export type FencedWork<T> = (transaction: Transaction<Tables>, asked: SetControl) => Promise<Recorded<T>>;

/**
 * Writes for a leased change set. Locks its row, so that a person's action comes either before or after.
 * @throws LeaseLostError when another worker has it; ConsoleError `ledger-unavailable`.
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
      .where('lease_until', '>', database.dialect.now) // an expired lease stays expired
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

/** The newest sign-in's roles count, also for sets started before it. */
function lostRole(name: string, roles: string | null): string | null {
  if (roles === null || mayChangeAccess.some((role) => roles.includes(`"${role}"`))) return null;
  return `${name} no longer holds the role that this needs.`;
}

/**
 * Makes the cells of a retried set pending, in parts. The process with the next lease completes an interrupted retry.
 * @param then what to do with the lease after the last part.
 * @throws as `fencedWrite`.
 */
export async function resetCells(
  parts: { ledger: Ledger; database: Database },
  { id, fence, leaseMs }: Pick<LeasedChangeSet, 'id' | 'fence' | 'leaseMs'>,
  then: 'keep' | 'give back',
): Promise<void> {
  const { now } = parts.database.dialect;
  for (let isMore = true; isMore; await nextTurn()) {
    const { result } = await fencedWrite(parts, { id, fence }, async (transaction) => {
      const hasMore = await resetSomeCells(transaction, id);
      const until = hasMore || then === 'keep' ? sql<number>`${now} + ${sql.lit(leaseMs)}` : 0;
      await transaction.updateTable('change_set').set({ lease_until: until }).where('id', '=', id).execute();
      return { facts: [], result: { hasMore } };
    });
    isMore = result.hasMore;
  }
}
