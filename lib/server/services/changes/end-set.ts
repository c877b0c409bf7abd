import 'server-only';
import type { Transaction } from 'kysely';
import type { LedgerFacts } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { releaseClaims } from './cell-claims';
import type { Wish } from './fenced-write';
import type { HeldSet } from './held-set';
import { stateFact } from './set-facts';

/**
 * Ends a held set when nothing is left to decide, and gives its lease back.
 * @returns null when something is left, else what the ledger is to say of it.
 */
export async function endIfDecided(
  transaction: Transaction<Tables>,
  { profile }: Database,
  held: HeldSet,
  wish: Wish,
): Promise<LedgerFacts[] | null> {
  const state = wish.control === 'cancel' || wish.withdrawn !== null ? 'cancelled' : 'done';
  const { numUpdatedRows } = await transaction
    .updateTable('change_set')
    .set({
      state,
      ended_at: profile.now,
      lease_until: 0,
      retry_at: null,
      pause_code: null,
      pause_detail: null,
      paused_at: null,
    })
    .where('id', '=', held.id)
    .where('pending', '=', 0)
    .where('unknown', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await releaseClaims(transaction, { connection: held.connection.key, setId: held.id }, 'all');
  // Of a switch, its one outcome says as much.
  return held.kind === 'switch' ? [] : [stateFact(held, state, wish.withdrawn ?? '')];
}
