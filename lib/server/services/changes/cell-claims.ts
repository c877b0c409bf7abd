import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Cell } from '@/lib/contract/access';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { cellKey } from '@/lib/server/services/access/cell-locks';
import type { WorkCell } from './work-cell';

/**
 * Claims cells for a set, so that no other change of them is on its way anywhere at the same time. A claim whose set
 * nobody runs any more is void and taken over.
 * @returns keys (`cellKey`) of the cells that are claimed now; the others belong to another change.
 */
export async function claimCells(
  transaction: Transaction<Tables>,
  { profile }: Database,
  of: { connection: string; setId: string },
  cells: readonly Cell[],
): Promise<Set<string>> {
  const { connection, setId } = of;
  // One order for all, or two sets could wait for one another.
  const rows = cells
    .map((cell) => ({ key: cellKey(cell), cell }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ cell }) => ({
      connection,
      record_type: cell.recordType,
      record_id: cell.recordId,
      entity_id: cell.entityId,
      set_id: setId,
    }));
  if (rows.length === 0) return new Set();
  const owners = await transaction
    .insertInto('cell_claim')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['connection', 'record_type', 'record_id', 'entity_id']).doUpdateSet((set) => ({
        set_id: set
          .case()
          .when(
            set.exists(
              set
                .selectFrom('change_set')
                .select('change_set.id')
                .whereRef('change_set.id', '=', 'cell_claim.set_id')
                .where('change_set.lease_until', '>', profile.now),
            ),
          )
          .then(set.ref('cell_claim.set_id'))
          .else(setId)
          .end(),
      })),
    )
    .returningAll()
    .execute();
  const claimed = owners.filter(({ set_id }) => set_id === setId);
  return new Set(
    claimed.map(({ record_type, record_id, entity_id }) =>
      cellKey({ recordType: record_type, recordId: record_id, entityId: entity_id }),
    ),
  );
}

/** Cells of a list that are among the claimed ones. */
export function claimedOf(cells: readonly WorkCell[], claimed: ReadonlySet<string>): WorkCell[] {
  return cells.filter(({ cell }) => claimed.has(cellKey(cell)));
}

/** Gives claims of a set back: of some cells, or all. */
export async function releaseClaims(
  transaction: Transaction<Tables>,
  of: { connection: string; setId: string },
  cells: readonly Cell[] | 'all',
): Promise<void> {
  const mine = transaction
    .deleteFrom('cell_claim')
    .where('connection', '=', of.connection)
    .where('set_id', '=', of.setId);
  if (cells === 'all') {
    await mine.execute();
    return;
  }
  if (cells.length === 0) return;
  const keys = cells.map(
    ({ recordType, recordId, entityId }) => sql`(${recordType}, ${recordId}, ${entityId})`,
  );
  await mine.where(sql<boolean>`(record_type, record_id, entity_id) in (values ${sql.join(keys)})`).execute();
}
