import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';
import { cellColumns, cellOfRow, columnsOfCell, isAbout, isOneOf } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { cellKey } from '@/lib/domain/access/cell-key';

interface ClaimScope {
  connection: string;
  setId: string;
}

/** Claims cells that are free or whose set has no lease, for one change at a time. @returns their `cellKey`s. */
export async function claimCells(
  transaction: Transaction<Tables>,
  database: Database,
  of: ClaimScope,
  cells: readonly Cell[],
): Promise<Set<string>> {
  // Sorted, so that two sets never wait for each other.
  const rows = cells
    .map((cell) => ({ key: cellKey(cell), cell }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ cell }) => ({ connection: of.connection, ...columnsOfCell(cell), set_id: of.setId }));
  if (rows.length === 0) return new Set();
  const free = await transaction
    .insertInto('cell_claim')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['connection', ...cellColumns]).doNothing())
    .returning(cellColumns)
    .execute();
  const claimed = new Set(free.map((row) => cellKey(cellOfRow(row))));
  const taken = cells.filter((cell) => !claimed.has(cellKey(cell)));
  if (taken.length > 0) for (const key of await takeOver(transaction, database, of, taken)) claimed.add(key);
  return claimed;
}

/** Keys of the cells that this set had claimed before, or whose claim was void. */
async function takeOver(
  transaction: Transaction<Tables>,
  { dialect }: Database,
  { connection, setId }: ClaimScope,
  cells: readonly Cell[],
): Promise<string[]> {
  // A statement sees rows as they were when it began, so the claims are locked before their sets are read.
  if (dialect.kind === 'postgresql')
    await transaction
      .selectFrom('cell_claim')
      .select('set_id')
      .where('connection', '=', connection)
      .where(isOneOf(cells))
      .orderBy('record_type')
      .orderBy('record_id')
      .orderBy('entity_id')
      .forUpdate()
      .execute();
  const mine = await transaction
    .updateTable('cell_claim')
    .set({ set_id: setId })
    .where('connection', '=', connection)
    .where(isOneOf(cells))
    .where((claim) =>
      claim.or([
        claim('set_id', '=', setId),
        claim.not(
          claim.exists(
            claim
              .selectFrom('change_set')
              .select('change_set.id')
              .whereRef('change_set.id', '=', 'cell_claim.set_id')
              .where('change_set.lease_until', '>', dialect.now),
          ),
        ),
      ]),
    )
    .returning(cellColumns)
    .execute();
  return mine.map((row) => cellKey(cellOfRow(row)));
}

export function isClaimed({ connection, setId }: ClaimScope, cell: Cell) {
  return sql<boolean>`exists (select 1 from cell_claim
    where connection = ${connection} and set_id = ${setId} and ${isAbout(cell)})`;
}

export async function releaseClaims(
  transaction: Transaction<Tables>,
  of: ClaimScope,
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
  await mine.where(isOneOf(cells)).execute();
}
