import 'server-only';
import { sql, type Selectable } from 'kysely';
import type { AccessChange } from '@/lib/contract/access/access';
import { unconfirmedState, type UndecidedState } from '@/lib/contract/changes/change-states';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { OpenCell } from '@/lib/domain/changes/cell-protocol';
import { booleanOf } from '@/lib/server/db/boolean-column';
import { cellOfRow } from '@/lib/server/db/cell-columns';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ChangeCellTable } from '@/lib/server/db/tables';

export interface WorkCell extends OpenCell {
  readonly position: number;
  readonly attempt: number;
  sends: number;
  sentAt: number | null;
  before: CellValue;
}

export function workCell(row: Selectable<ChangeCellTable>): WorkCell {
  return {
    position: row.position,
    cell: cellOfRow(row),
    wanted: row.wanted === 1,
    expected: booleanOf(row.expected),
    state: row.state === unconfirmedState ? unconfirmedState : 'pending',
    attempt: row.attempt,
    tries: row.tries,
    sends: row.sends,
    before: booleanOf(row.before_value),
    sentAt: row.sent_at,
    unconfirmedUntil: row.doubt_until,
  };
}

export function newWorkCell({
  recordType,
  recordId,
  entityId,
  accessible,
  expected,
}: AccessChange): WorkCell {
  return {
    position: 0,
    cell: { recordType, recordId, entityId },
    wanted: accessible,
    expected: expected ?? null,
    state: 'pending',
    attempt: 1,
    tries: 0,
    sends: 0,
    before: null,
    sentAt: null,
    unconfirmedUntil: null,
  };
}

export interface DueCells {
  cells: WorkCell[];
  now: number;
}

/** Due cells in a state, the longest due first. @throws ConsoleError `ledger-unavailable`. */
export async function dueCells(
  { kysely, dialect }: Database,
  changeSetId: string,
  { state, most }: { state: UndecidedState; most: number },
): Promise<DueCells> {
  const rows = await orUnavailable(() =>
    kysely
      .selectFrom('change_cell')
      .selectAll()
      .select(sql<number>`${dialect.now}`.as('now'))
      .where('set_id', '=', changeSetId)
      .where('state', '=', state)
      .where('next_at', '<=', dialect.now)
      .orderBy('next_at')
      .orderBy('position')
      .limit(most)
      .execute(),
  );
  return { cells: rows.map(workCell), now: rows[0]?.now ?? 0 };
}

/** Milliseconds until the next such cell is due; null: none. @throws ConsoleError `ledger-unavailable`. */
export async function nextDueMs(
  { kysely, dialect }: Database,
  changeSetId: string,
  states: readonly UndecidedState[],
): Promise<number | null> {
  const row = await orUnavailable(() =>
    kysely
      .selectFrom('change_cell')
      .select((select) => [select.fn.min('next_at').as('next'), sql<number>`${dialect.now}`.as('now')])
      .where('set_id', '=', changeSetId)
      .where('state', 'in', states)
      .executeTakeFirst(),
  );
  if (!row || row.next === null) return null;
  return Math.max(0, row.next - row.now);
}
