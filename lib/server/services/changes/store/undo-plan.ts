import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type ExpressionBuilder } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import { whyNotAllowed } from '@/lib/domain/changes/set-actions';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { cellColumns, cellOfRow } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import type { ChangeCellTable, Tables } from '@/lib/server/db/tables';
import type { Connection } from '@/lib/server/services/connection';
import type { ServiceContext } from '@/lib/server/services/verb';
import { isChangeSetId, noSuchChangeSet } from './change-set-row';
import { connectionOf } from './control';

const cellsAtOnce = 5_000;

/** @throws ConsoleError `not-found`; `ledger-unavailable`. */
export async function setToUndo({ console: { database } }: ServiceContext, changeSetId: string) {
  if (!isChangeSetId(changeSetId)) throw noSuchChangeSet();
  const set = await orUnavailable(() =>
    database.kysely
      .selectFrom('change_set')
      .select(['id', 'connection', 'state', 'control', 'withdrawn', 'reason', 'applied'])
      .where('id', '=', changeSetId)
      .executeTakeFirst(),
  );
  if (!set) throw noSuchChangeSet();
  return set;
}

/** What an undo would change; `left`: cells that it leaves. @throws ConsoleError `conflict`; `ledger-unavailable`. */
export async function planUndo(
  ctx: ServiceContext,
  set: Awaited<ReturnType<typeof setToUndo>>,
): Promise<{ connection: Connection; cells: AccessChange[]; left: number }> {
  const whyNot = whyNotAllowed('undo', set);
  if (whyNot !== null) throw new ConsoleError('conflict', whyNot);
  const connection = connectionOf(ctx, set.connection);
  const cells = await orUnavailable(() => inverseCells(ctx.console.database, connection, set.id));
  return { connection, cells, left: set.applied - cells.length };
}

/** Undoes proven changes, unless the value before is unknown, it changed since, or a later change gave it too. */
async function inverseCells(
  { kysely }: Database,
  { key, mirror }: Connection,
  setId: string,
): Promise<AccessChange[]> {
  const cells: AccessChange[] = [];
  for (let after = -1; ;) {
    const rows = await kysely
      .selectFrom('change_cell as own')
      .select(['position', ...cellColumns, 'wanted', 'before_value'])
      .select((own) => own.exists(givenAnew(own, key)).as('is_given_anew'))
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
      const cell = cellOfRow(row);
      const given = row.wanted === 1;
      const now = mirror.valueOf(cell);
      const isStillSo = (now === given || now === undefined) && !row.is_given_anew;
      if (row.before_value !== null && isStillSo)
        cells.push({ ...cell, accessible: row.before_value === 1, expected: given });
    }
    await nextTurn(); // the embedded database never waits, so other requests get their chance here
  }
}

/**
 * Later changes that gave the same value and still stand. Undos do not count: they only restore an earlier value. States
 * are written so that no index has them: with outdated statistics PostgreSQL would look for each cell by its state and
 * set, and read the whole set each time.
 */
function givenAnew(own: ExpressionBuilder<Tables & { own: ChangeCellTable }, 'own'>, connection: string) {
  return own
    .selectFrom('change_cell as later')
    .innerJoin('change_set', 'change_set.id', 'later.set_id')
    .select('later.set_id')
    .where('change_set.connection', '=', connection)
    .where('change_set.undo_of', 'is', null)
    .whereRef('later.record_type', '=', 'own.record_type')
    .whereRef('later.record_id', '=', 'own.record_id')
    .whereRef('later.entity_id', '=', 'own.entity_id')
    .whereRef('later.wanted', '=', 'own.wanted')
    .whereRef('later.settled_at', '>', 'own.settled_at')
    .where(sql`later.state || ''`, '=', 'applied')
    .where((later) => later.not(later.exists(takenBack(later))));
}

type Later = Tables & { own: ChangeCellTable; later: ChangeCellTable };

function takenBack(later: ExpressionBuilder<Later, 'later'>) {
  return later
    .selectFrom('change_set as undo')
    .innerJoin('change_cell as back', 'back.set_id', 'undo.id')
    .select('back.set_id')
    .whereRef('undo.undo_of', '=', 'later.set_id')
    .whereRef('back.record_type', '=', 'later.record_type')
    .whereRef('back.record_id', '=', 'later.record_id')
    .whereRef('back.entity_id', '=', 'later.entity_id')
    .where(sql`back.state || ''`, '=', 'applied');
}
