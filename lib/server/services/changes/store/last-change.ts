import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { lastGiven, type GivenValue } from '@/lib/server/ledger/cell-history';
import type { LeasedChangeSet } from './lease';
import type { WorkCell } from './work-cell';

/** Who gave a cell its value, and when; for an outside change: when it was noticed. */
export type LastChange = Pick<GivenValue, 'person' | 'at'>;

/** Who gave a cell its present value after an entry; null: not known. @throws ConsoleError `ledger-unavailable`. */
export async function lastChangeTo(
  { kysely }: Database,
  connection: string,
  cell: Cell,
  value: CellValue,
  after = 0,
): Promise<LastChange | null> {
  const given = await orUnavailable(() => lastGiven(kysely, connection, cell, { after }));
  return given?.value === value ? given : null;
}

/** Who changed a cell after a set had sent its own change; null: no one. Such a change is not overwritten. */
export async function overtakenBy(
  database: Database,
  { id, connection }: LeasedChangeSet,
  { cell, position }: WorkCell,
  value: CellValue,
): Promise<LastChange | null> {
  const { seq } = await orUnavailable(() =>
    database.kysely
      .selectFrom('ledger_entry')
      .select((select) => select.fn.max('seq').as('seq'))
      .where('set_id', '=', id)
      .where('position', '=', position)
      .where('kind', '=', 'change.intent')
      .executeTakeFirstOrThrow(),
  );
  return lastChangeTo(database, connection.key, cell, value, seq);
}

/** Words of a conflict. @param wasSent whether the change was sent before another one overtook it. */
export function conflictInWords(
  cell: Cell,
  current: CellValue,
  last: LastChange | null,
  wasSent = false,
): string {
  const now =
    current === null
      ? 'it is no longer set up in the service'
      : `entity ${cell.entityId} can ${current ? 'use' : 'not use'} ${cell.recordType} ${cell.recordId} now`;
  const who = last ? personOf(last) : 'Somebody';
  const when = last ? timeOf(last) : ' in the meantime';
  const what = wasSent ? 'What was sent before that is not sent again.' : 'Nothing was changed.';
  return `${who} changed this${when}: ${now}. ${what}`;
}

export function sameChangeInWords(last: LastChange): string {
  return `The value is there: ${personOf(last)} made the same change${timeOf(last)}. What this change had sent was not confirmed, so it counts as theirs.`;
}

function personOf({ person }: LastChange): string {
  return person?.name ?? 'Somebody, not through this console,';
}

function timeOf({ at }: LastChange): string {
  return ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
}
