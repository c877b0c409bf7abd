import 'server-only';
import type { Transaction } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import type { HeldSet } from './held-set';
import { columnOf, type WorkCell } from './work-cell';

/**
 * Notes in a cell's row that it is about to be sent once more.
 * @returns false when its claim is another change's by now; then nothing was noted.
 */
export async function markSent(
  transaction: Transaction<Tables>,
  { profile }: Database,
  { id, connection }: HeldSet,
  { position, cell, sends, before }: WorkCell,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('change_cell')
    .set({
      sends: sends + 1,
      before_value: columnOf(before),
      current_value: columnOf(before),
      sent_at: profile.now,
    })
    .where('set_id', '=', id)
    .where('position', '=', position)
    .where((row) =>
      row.exists(
        row
          .selectFrom('cell_claim')
          .select('cell_claim.set_id')
          .where('cell_claim.connection', '=', connection.key)
          .where('cell_claim.record_type', '=', cell.recordType)
          .where('cell_claim.record_id', '=', cell.recordId)
          .where('cell_claim.entity_id', '=', cell.entityId)
          .where('cell_claim.set_id', '=', id),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
