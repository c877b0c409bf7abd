import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { lastGiven, type GivenValue } from '@/lib/server/ledger/cell-history';
import type { LeasedChangeSet } from './lease';
import type { WorkCell } from './work-cell';

/** Who gave a cell its value, and when; outside: when that was noticed. */
export type LastChange = Pick<GivenValue, 'person' | 'at'>;

/**
 * Who gave a cell the value it has now, as far as the ledger knows: null when its newest entry tells of another value,
 * or none is there.
 * @param after only an entry with a higher number counts.
 * @throws ConsoleError `ledger-unavailable`.
 */
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

/**
 * Who changed a cell after a set had sent its change of it, and was gone for a while: what came later is not
 * overwritten. Null when nobody did.
 */
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

/**
 * The sentence of a conflict: what it is now, and who made it so where that is known.
 * @param wasSent whether the change left before it was overtaken.
 */
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

/** The sentence of a change that was sent without proof, after which somebody else gave the value that it wanted. */
export function sameChangeInWords(last: LastChange): string {
  return `The value is there: ${personOf(last)} made the same change${timeOf(last)}. What this change had sent was not confirmed, so it counts as theirs.`;
}

function personOf({ person }: LastChange): string {
  return person?.name ?? 'Somebody, not through this console,';
}

function timeOf({ at }: LastChange): string {
  return ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
}
