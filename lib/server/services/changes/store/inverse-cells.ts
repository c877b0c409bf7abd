import 'server-only';
import type { AccessChange } from '@/lib/contract/access';
import type { Database } from '@/lib/server/db/database';
import type { Connection } from '@/lib/server/services/connection';

const cellsAtOnce = 5_000;

/**
 * The changes that take back what a set did: of each cell that it was proven to have changed, whose value before is
 * known, and which is not known to have another value by now.
 */
export async function inverseCells(
  { kysely }: Database,
  { mirror }: Connection,
  setId: string,
): Promise<AccessChange[]> {
  const cells: AccessChange[] = [];
  for (let after = -1; ;) {
    const rows = await kysely
      .selectFrom('change_cell')
      .select(['position', 'record_type', 'record_id', 'entity_id', 'wanted', 'before_value'])
      .where('set_id', '=', setId)
      .where('state', '=', 'applied')
      .where('position', '>', after)
      .orderBy('position')
      .limit(cellsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return cells;
    after = last.position;
    for (const row of rows) {
      const cell = { recordType: row.record_type, recordId: row.record_id, entityId: row.entity_id };
      const given = row.wanted === 1;
      const now = mirror.valueOf(cell);
      const isStillSo = now === given || now === undefined;
      if (row.before_value !== null && isStillSo)
        cells.push({ ...cell, accessible: row.before_value === 1, expected: given });
    }
  }
}
