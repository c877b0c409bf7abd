import 'server-only';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import { workCell, type WorkCell } from './work-cell';

/** Cells of a set that something may be done about now, and what time it is by the database's clock. */
export interface DueCells {
  cells: WorkCell[];
  now: number;
}

interface Asked {
  state: 'pending' | 'unknown';
  most: number;
}

/** Cells in a state that are due, those first that were put off least. */
export async function dueCells(
  { kysely, profile }: Database,
  setId: string,
  { state, most }: Asked,
): Promise<DueCells> {
  const rows = await kysely
    .selectFrom('change_cell')
    .selectAll()
    .select(sql<number>`${profile.now}`.as('now'))
    .where('set_id', '=', setId)
    .where('state', '=', state)
    .where('next_at', '<=', profile.now)
    .orderBy('next_at')
    .orderBy('position')
    .limit(most)
    .execute();
  return { cells: rows.map(workCell), now: rows[0]?.now ?? 0 };
}

/** Milliseconds until the next cell of a set in one of these states is due; null when there is none. */
export async function nextDueMs(
  { kysely, profile }: Database,
  setId: string,
  states: readonly ('pending' | 'unknown')[],
): Promise<number | null> {
  const row = await kysely
    .selectFrom('change_cell')
    .select((select) => [select.fn.min('next_at').as('next'), sql<number>`${profile.now}`.as('now')])
    .where('set_id', '=', setId)
    .where('state', 'in', states)
    .executeTakeFirst();
  if (!row || row.next === null) return null;
  return Math.max(0, row.next - row.now);
}
