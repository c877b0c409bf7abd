import 'server-only';
import type { Selectable, Transaction, Updateable } from 'kysely';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { whyNotAllowed, type SetAction } from '@/lib/domain/changes/set-actions';
import { ConsoleError } from '@/lib/server/console-error';
import type { Tables, ChangeSetTable } from '@/lib/server/db/tables';
import type { Connection } from '@/lib/server/services/connection';
import { actedBy, type ServiceContext } from '@/lib/server/services/verb';
import { isChangeSetId, noSuchChangeSet } from './change-set-row';

/** A set whose row is locked until the transaction ends. */
export interface LockedSet extends Selectable<ChangeSetTable> {
  now: number;
  isLeased: boolean;
}

interface SetDecision {
  values: Updateable<ChangeSetTable>;
  why: string;
  /** Entries before the one of the new state. */
  facts?: readonly LedgerFacts[];
}

type Decide = (set: LockedSet, transaction: Transaction<Tables>) => SetDecision | Promise<SetDecision>;

/**
 * Changes a set for a person. Locks its row, so that its worker sees the change before the next POST.
 * @returns the set as it was.
 * @throws ConsoleError `not-found`; `conflict` when the set's state forbids it; `ledger-unavailable`.
 */
export async function controlChangeSet(
  ctx: ServiceContext,
  action: SetAction,
  changeSetId: string,
  decide: Decide,
): Promise<LockedSet> {
  const by = actedBy(ctx);
  if (!isChangeSetId(changeSetId)) throw noSuchChangeSet();
  const before = await ctx.console.ledger.record(async (transaction) => {
    const set = await lockSet(transaction, ctx, changeSetId);
    const whyNot = whyNotAllowed(action, set);
    if (whyNot !== null) throw new ConsoleError('conflict', whyNot);
    const { values, why, facts = [] } = await decide(set, transaction);
    const { state } = await transaction
      .updateTable('change_set')
      .set(values)
      .where('id', '=', set.id)
      .returning('state')
      .executeTakeFirstOrThrow();
    const { connection, id } = set;
    const fact: LedgerFacts = { kind: 'set.state', ...by, connection, set: id, state, why };
    return { facts: [...facts, fact], result: set };
  });
  notifyChangeSet(ctx, changeSetId);
  return before;
}

/** Wakes workers, and pages that show the set. */
export function notifyChangeSet({ console: { signals } }: ServiceContext, changeSetId: string): void {
  signals.send('control', changeSetId);
  signals.send('change-set', changeSetId);
}

/** The connection of a set. @throws ConsoleError `conflict` when it is no longer configured. */
export function connectionOf({ console: { connections } }: ServiceContext, key: string): Connection {
  const connection = connections.find((one) => one.key === key);
  if (connection) return connection;
  throw new ConsoleError(
    'conflict',
    `The connection ${key} of this set is no longer configured. Nothing was changed. Ask the operator of the console to bring it back.`,
  );
}

async function lockSet(
  transaction: Transaction<Tables>,
  { console: { database } }: ServiceContext,
  changeSetId: string,
): Promise<LockedSet> {
  const row = await transaction
    .updateTable('change_set')
    .set((set) => ({ fence: set.ref('fence') }))
    .where('id', '=', changeSetId)
    .returningAll()
    .returning(database.dialect.now.as('now'))
    .executeTakeFirst();
  if (!row) throw noSuchChangeSet();
  return { ...row, isLeased: row.lease_until > row.now };
}
