import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import type { HeldSet } from './held-set';
import { columnOf, type Settled } from './work-cell';

/**
 * Writes outcomes into the cells' rows and the set's counts, each in one statement: there are many, and the set's row is
 * locked.
 * @returns those that were still open; an attempt has one outcome.
 */
export async function decideCells(
  transaction: Transaction<Tables>,
  { profile: { now, rowsOf } }: Database,
  { id }: HeldSet,
  settled: readonly Settled[],
): Promise<Settled[]> {
  const rows = settled.map(({ cell, outcome, after, detail }) => ({
    at: cell.position,
    was: cell.state,
    attempt: cell.attempt,
    outcome,
    before: columnOf(cell.before),
    was_read: Number(after !== undefined),
    after: columnOf(after),
    why: detail,
  }));
  const given = rowsOf(JSON.stringify(rows), {
    at: 'integer',
    was: 'text',
    attempt: 'integer',
    outcome: 'text',
    before: 'integer',
    was_read: 'integer',
    after: 'integer',
    why: 'text',
  });
  const { rows: open } = await sql<{ position: number }>`
    update change_cell set
      state = given.outcome, before_value = given.before, detail = given.why, doubt_until = null,
      current_value = case when given.was_read = 1 then given.after else change_cell.current_value end,
      settled_at = ${now}
    from ${given}
    where change_cell.set_id = ${id} and change_cell.position = given.at
      and change_cell.state = given.was and change_cell.attempt = given.attempt
    returning change_cell.position`.execute(transaction);
  const positions = new Set(open.map(({ position }) => position));
  const decided = settled.filter(({ cell }) => positions.has(cell.position));
  await count(transaction, id, decided);
  return decided;
}

async function count(
  transaction: Transaction<Tables>,
  id: string,
  decided: readonly Settled[],
): Promise<void> {
  const by = (state: string) => decided.filter(({ cell }) => cell.state === state).length;
  const to = (outcome: string) => decided.filter((one) => one.outcome === outcome).length;
  const moved = (column: string, difference: number) =>
    sql<number>`${sql.ref(column)} + ${sql.lit(difference)}`;
  const isProgress = decided.some(({ outcome }) => outcome === 'applied' || outcome === 'already');
  await transaction
    .updateTable('change_set')
    .set({
      pending: moved('pending', -by('pending')),
      unknown: moved('unknown', -by('unknown')),
      applied: moved('applied', to('applied')),
      already: moved('already', to('already')),
      conflict: moved('conflict', to('conflict')),
      rejected: moved('rejected', to('rejected')),
      cancelled: moved('cancelled', to('cancelled')),
      ...(isProgress && { stumbles: 0 }),
    })
    .where('id', '=', id)
    .execute();
}
