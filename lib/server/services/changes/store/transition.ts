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

/* The one place that moves cells between states and keeps their set's counts. The caller has locked the set's row. */

export interface CellMove {
  cell: WorkCell;
  to: CellState;
  detail: string;
  after?: CellValue | undefined;
  serviceRequests?: readonly string[] | undefined;
  /** Undecided cells: not looked at before. */
  nextMs?: number;
  /** Unconfirmed cells: how long the service may still execute the change. */
  forMs?: number | undefined;
  isTry?: boolean;
}

/**
 * Moves cells that are still in the state and attempt in which they were read. One statement each for rows and counts
 * keeps the lock short.
 * @returns entries about the moved cells.
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
  // A cell that returns from unconfirmed is proven not under way: its value, if found later, is not ours.
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

/** Makes sent and undecided cells of a stopped worker unconfirmed: they may have happened. @returns entries. */
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

export const notPaused = { pause_code: null, pause_detail: null, paused_at: null, retry_at: null } as const;

/** `retryAt` null: until a person resumes the set. */
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
    for_ms: cell.state === unconfirmedState || forMs === undefined ? null : forMs, // the time an unconfirmed cell has is not prolonged
  };
}

function factOf(changeSet: NamedChangeSet, { cell, to, ...what }: CellMove): LedgerFacts[] {
  if (to === 'pending') return [];
  if (to !== unconfirmedState) return [outcomeFact(changeSet, cell, { outcome: to, ...what })];
  return cell.state === unconfirmedState ? [] : [unconfirmedFact(changeSet, cell, what.detail)];
}
