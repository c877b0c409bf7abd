import 'server-only';
import { sql, type Transaction } from 'kysely';
import { type CellState, unconfirmedState } from '@/lib/contract/changes/change-states';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { unconfirmedWords } from '@/lib/domain/changes/cell-protocol';
import { columnOf } from '@/lib/server/db/boolean-column';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { outcomeFact, unconfirmedFact, type NamedChangeSet } from './facts';
import { workCell, type WorkCell } from './work-cell';

/*
 * The one place that moves cells from state to state and keeps the counts of their change set, and that says how a
 * change set is marked as paused. The row of the change set is locked by whoever calls this.
 */

/** Where a cell goes from the state it was taken up in. */
export interface CellMove {
  cell: WorkCell;
  to: CellState;
  /** In words; '' where the state says all. */
  detail: string;
  /** The value read last; undefined where nothing was read. */
  after?: CellValue | undefined;
  /** The service's own ids of the requests. */
  serviceRequests?: readonly string[] | undefined;
  /** Of a cell that is not decided: it is not looked at before. */
  nextMs?: number;
  /** Of one that becomes unconfirmed: the service may carry it out for so long. */
  forMs?: number | undefined;
  /** Whether a failure is counted against it. */
  isTry?: boolean;
}

/**
 * Moves cells, each from the state and attempt it was taken up in: one that is not there any more stays as it is. Rows
 * and counts take one statement each, because there are many cells and the change set's row is locked.
 * @returns what the ledger is to say of those that moved.
 */
export async function transition(
  transaction: Transaction<Tables>,
  { dialect: { now, rowsOf } }: Database,
  changeSet: NamedChangeSet,
  moves: readonly CellMove[],
): Promise<LedgerFacts[]> {
  if (moves.length === 0) return [];
  const given = rowsOf(JSON.stringify(moves.map(rowOf)), {
    at: 'integer',
    was: 'text',
    attempt: 'integer',
    goes_to: 'text',
    is_final: 'integer',
    before: 'integer',
    was_read: 'integer',
    after: 'integer',
    why: 'text',
    tries: 'integer',
    next_ms: 'integer',
    for_ms: 'integer',
  });
  // From unconfirmed back to pending it is proven not to be under way: a wanted value found later is not ours.
  const { rows } = await sql<{ position: number }>`
    update change_cell set
      state = given.goes_to, before_value = given.before, detail = given.why, tries = given.tries,
      current_value = case when given.was_read = 1 then given.after else change_cell.current_value end,
      next_at = ${now} + given.next_ms,
      settled_at = case when given.is_final = 1 then ${now} else change_cell.settled_at end,
      doubt_until = case
        when given.goes_to <> ${sql.lit(unconfirmedState)} then null
        when given.for_ms is null then change_cell.doubt_until
        else ${now} + given.for_ms end,
      sent_at = case when given.was = ${sql.lit(unconfirmedState)} and given.goes_to = 'pending' then null else change_cell.sent_at end
    from ${given}
    where change_cell.set_id = ${changeSet.id} and change_cell.position = given.at
      and change_cell.state = given.was and change_cell.attempt = given.attempt
    returning change_cell.position`.execute(transaction);
  const positions = new Set(rows.map(({ position }) => position));
  const moved = moves.filter(({ cell }) => positions.has(cell.position));
  const changes: Partial<Record<CellState, number>> = {};
  for (const { cell, to } of moved) {
    changes[cell.state] = (changes[cell.state] ?? 0) - 1;
    changes[to] = (changes[to] ?? 0) + 1;
  }
  await addCounts(transaction, changeSet.id, changes);
  return moved.flatMap((move) => factOf(changeSet, move));
}

/** Adds to a change set's counts; what went well ends a row of failures. */
export async function addCounts(
  transaction: Transaction<Tables>,
  changeSetId: string,
  changes: Partial<Record<CellState, number>>,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(changes)
      .filter(([, difference]) => difference !== 0)
      .map(([state, difference]) => [state, sql<number>`${sql.ref(state)} + ${sql.lit(difference)}`]),
  );
  if (Object.keys(values).length === 0) return;
  const wentWell = (changes.applied ?? 0) > 0 || (changes.already ?? 0) > 0;
  await transaction
    .updateTable('change_set')
    .set({ ...values, ...(wentWell && { stumbles: 0 }) })
    .where('id', '=', changeSetId)
    .execute();
}

/**
 * What was in flight when its worker was killed, or was broken off, may have happened: where nothing is sent for a while
 * it is unconfirmed, not waiting, and is asked for.
 * @returns the entries about these cells.
 */
export async function unconfirmWhatWasSent(
  transaction: Transaction<Tables>,
  database: Database,
  changeSet: NamedChangeSet,
): Promise<LedgerFacts[]> {
  const rows = await transaction
    .selectFrom('change_cell')
    .selectAll()
    .where('set_id', '=', changeSet.id)
    .where('state', '=', 'pending')
    .where('sent_at', 'is not', null)
    .execute();
  const moves = rows.map((row) => ({
    cell: workCell(row),
    to: unconfirmedState,
    detail: unconfirmedWords,
  }));
  return transition(transaction, database, changeSet, moves);
}

/** Columns of a change set that is not paused. */
export const notPaused = { pause_code: null, pause_detail: null, paused_at: null, retry_at: null } as const;

/** Columns of a change set that pauses since an instant; `retryAt` null: until a person resumes it. */
export function pausedBecause<T>({ code, detail, at, retryAt }: Pause<T>) {
  return { pause_code: code, pause_detail: detail, paused_at: at, retry_at: retryAt };
}

interface Pause<T> {
  code: string;
  detail: string;
  at: T;
  retryAt: T | null;
}

function rowOf({ cell, to, detail, after, nextMs = 0, forMs, isTry = false }: CellMove) {
  return {
    at: cell.position,
    was: cell.state,
    attempt: cell.attempt,
    goes_to: to,
    is_final: Number(to !== 'pending' && to !== unconfirmedState),
    before: columnOf(cell.before),
    was_read: Number(after !== undefined),
    after: columnOf(after),
    why: detail,
    tries: cell.tries + Number(isTry),
    next_ms: Math.round(nextMs),
    for_ms: cell.state === unconfirmedState || forMs === undefined ? null : forMs, // once unconfirmed, it is not prolonged
  };
}

function factOf(changeSet: NamedChangeSet, { cell, to, ...what }: CellMove): LedgerFacts[] {
  if (to === 'pending') return [];
  if (to !== unconfirmedState) return [outcomeFact(changeSet, cell, { outcome: to, ...what })];
  return cell.state === unconfirmedState ? [] : [unconfirmedFact(changeSet, cell, what.detail)];
}
