import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { SqlDialect } from '@/lib/server/db/sql-dialects';
import type { Ledger } from '@/lib/server/ledger/ledger';

/*
 * A large set is stored in parts. Before the last one it has no connection, so that pages and workers do not find it.
 * When the storing process lets its lease expire, any worker removes the set.
 */

export const noConnection = '';
/** Each part renews the lease; without that for so long, the storing was cut off. */
const storingMs = 15_000;
const cellsAtOnce = 2_000;

/** Columns of a set that is being stored; each part but the last renews the lease. */
export function beingStored({ now }: SqlDialect) {
  return {
    connection: noConnection,
    undo_of: null,
    lease_until: sql<number>`${now} + ${sql.lit(storingMs)}`,
  };
}

interface Parts {
  ledger: Ledger;
  database: Database;
}

/** Leaves the set to be removed by a worker; without the database its lease expires. */
export async function giveUpStoring({ database: { kysely } }: Parts, id: string): Promise<void> {
  await kysely
    .updateTable('change_set')
    .set({ lease_until: 0 })
    .where('id', '=', id)
    .where('connection', '=', noConnection)
    .execute()
    .catch(() => undefined);
}

/** Removes sets whose storing was cut off, until `isOver`. @throws ConsoleError `ledger-unavailable`. */
export async function removeCutOff(parts: Parts, isOver: () => boolean): Promise<void> {
  const { kysely, dialect } = parts.database;
  const rows = await orUnavailable(() =>
    kysely
      .selectFrom('change_set')
      .select('id')
      .where('state', '=', 'queued') // by index
      .where('lease_until', '<=', dialect.now)
      .where('connection', '=', noConnection)
      .execute(),
  );
  for (const { id } of rows) while (!isOver() && (await removePart(parts, id))) await nextTurn(); // requests that wait for the database go first
}

/** @returns whether there may be more of the set. */
function removePart({ ledger, database: { dialect } }: Parts, id: string): Promise<boolean> {
  return ledger.record(async (transaction) => {
    // A higher fence keeps a process that slept while storing from adding cells.
    const set = await transaction
      .updateTable('change_set')
      .set((row) => ({ fence: sql<number>`${row.ref('fence')} + 1` }))
      .where('id', '=', id)
      .where('connection', '=', noConnection)
      .where('lease_until', '<=', dialect.now)
      .returning('total')
      .executeTakeFirst();
    if (!set) return { facts: [], result: false };
    const left = Math.max(0, set.total - cellsAtOnce);
    await transaction
      .deleteFrom('change_cell')
      .where('set_id', '=', id)
      .where('position', '>=', left)
      .execute();
    if (left > 0)
      await transaction
        .updateTable('change_set')
        .set({ total: left, pending: left })
        .where('id', '=', id)
        .execute();
    else await transaction.deleteFrom('change_set').where('id', '=', id).execute();
    return { facts: [], result: left > 0 };
  });
}
