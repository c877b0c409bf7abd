import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { endIfDecided } from './end-set';
import { fencedWrite } from './fenced-write';
import type { HeldSet } from './held-set';
import { outcomeFact } from './set-facts';
import { workCell } from './work-cell';

const sentWords = 'It was sent, and the service did not carry it out. It is not sent again.';

/** Cells of one transaction, so that nobody waits long for the ledger's head. */
const cellsPerWrite = 250;

/**
 * Ends some cells of a held set as cancelled of which nothing sent can still happen; the last ones end the set.
 * @param detail why, in words, of what was never sent.
 * @returns `ended`: the set, by this; `more`: there may be such cells still; `none`: there are none.
 * @throws as `fencedWrite`.
 */
export async function cancelUnsent(
  parts: { database: Database; ledger: Ledger; notices: Notices },
  held: HeldSet,
  detail: string,
): Promise<'ended' | 'more' | 'none'> {
  const { database, notices } = parts;
  const result = await fencedWrite(parts, held, async (transaction, wish) => {
    const cells = await transaction
      .updateTable('change_cell')
      .set({
        state: 'cancelled',
        detail: sql<string>`case when sends = 0 then ${detail} else ${sentWords} end`,
        doubt_until: null,
        settled_at: database.profile.now,
      })
      .where('set_id', '=', held.id)
      .where('position', 'in', (unsent) =>
        unsent
          .selectFrom('change_cell')
          .select('position')
          .where('set_id', '=', held.id)
          .where('state', '=', 'pending')
          .where('sent_at', 'is', null) // never sent, or certainly not carried out
          .orderBy('position')
          .limit(cellsPerWrite),
      )
      .returningAll()
      .execute();
    if (cells.length === 0) return { facts: [], result: 'none' as const };
    await transaction
      .updateTable('change_set')
      .set({
        pending: sql<number>`pending - ${sql.lit(cells.length)}`,
        cancelled: sql<number>`cancelled + ${sql.lit(cells.length)}`,
      })
      .where('id', '=', held.id)
      .execute();
    await transaction
      .deleteFrom('cell_claim')
      .where('connection', '=', held.connection.key)
      .where('set_id', '=', held.id)
      .where((claim) =>
        claim.exists(
          claim
            .selectFrom('change_cell')
            .select('position')
            .whereRef('change_cell.set_id', '=', 'cell_claim.set_id')
            .whereRef('change_cell.record_type', '=', 'cell_claim.record_type')
            .whereRef('change_cell.record_id', '=', 'cell_claim.record_id')
            .whereRef('change_cell.entity_id', '=', 'cell_claim.entity_id')
            .where('change_cell.state', '=', 'cancelled'),
        ),
      )
      .execute();
    const facts = cells
      .sort((a, b) => a.position - b.position)
      .map((row) => outcomeFact(held, { cell: workCell(row), outcome: 'cancelled', detail: row.detail }));
    const end = await endIfDecided(transaction, database, held, wish);
    return { facts: [...facts, ...(end ?? [])], result: end ? ('ended' as const) : ('more' as const) };
  });
  notices.tell('change-set', held.id);
  await nextTurn(); // the embedded database never waits, so one write after the other would keep everybody else out
  return result;
}
