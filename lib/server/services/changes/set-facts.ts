import 'server-only';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { ChangeSetState } from '@/lib/contract/changes';
import type { LedgerActor, LedgerFacts } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import type { ChangeSetTable } from '@/lib/server/db/tables-changes';
import { doubtWords } from './doubts';
import { actorOfRow } from './set-row';
import { workCell, type Settled, type WorkCell } from './work-cell';

/** A set as its entries name it. */
export interface NamedSet {
  id: string;
  connection: { key: string };
  actor: LedgerActor;
}

/** The set of a row, as its entries name it. */
export function namedSet(row: Selectable<ChangeSetTable>): NamedSet {
  return { id: row.id, connection: { key: row.connection }, actor: actorOfRow(row) };
}

/** The entry about a set's new state, by the console itself. */
export function stateFact(
  { id, connection }: Pick<NamedSet, 'id' | 'connection'>,
  state: ChangeSetState,
  why: string,
): LedgerFacts {
  return { kind: 'set.state', connection: connection.key, set: id, state, why };
}

/** What every entry about an attempt to change a cell says. */
export function attemptOf({ id, connection, actor }: NamedSet, { position, attempt, cell }: WorkCell) {
  return { connection: connection.key, set: id, position, attempt, cell, actor };
}

/** The entry about what became of an attempt. */
export function outcomeFact(
  set: NamedSet,
  { cell, outcome, after, detail, serviceRequests = [] }: Settled,
): LedgerFacts {
  const { before, wanted, sends } = cell;
  return {
    kind: 'change.outcome',
    ...attemptOf(set, cell),
    outcome,
    before: after === undefined && sends === 0 ? undefined : before,
    wanted,
    after,
    sends,
    detail,
    serviceRequests: [...serviceRequests],
  };
}

/** The entry about a cell of which nobody knows whether it was changed. */
export function openFact(set: NamedSet, cell: WorkCell, detail: string): LedgerFacts {
  return { kind: 'change.open', ...attemptOf(set, cell), wanted: cell.wanted, sends: cell.sends, detail };
}

/**
 * What was in flight when its worker was killed, or was broken off, may have happened: where nothing is sent for a while
 * it is in doubt, not waiting, and is asked for. The row of the set is locked by whoever calls this.
 * @returns the entries about these cells.
 */
export async function doubtWhatWasSent(
  transaction: Transaction<Tables>,
  { profile }: Database,
  set: NamedSet,
): Promise<LedgerFacts[]> {
  const rows = await transaction
    .updateTable('change_cell')
    .set({ state: 'unknown', detail: doubtWords, next_at: profile.now })
    .where('set_id', '=', set.id)
    .where('state', '=', 'pending')
    .where('sent_at', 'is not', null)
    .returningAll()
    .execute();
  if (rows.length > 0)
    await transaction
      .updateTable('change_set')
      .set({
        pending: sql<number>`pending - ${sql.lit(rows.length)}`,
        unknown: sql<number>`unknown + ${sql.lit(rows.length)}`,
      })
      .where('id', '=', set.id)
      .execute();
  return rows.map((row) => openFact(set, workCell(row), doubtWords));
}
