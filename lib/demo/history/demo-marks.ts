import 'server-only';
import type { Kysely } from 'kysely';
import type { Tables } from '@/lib/server/db/tables';
import { notesIn } from '@/lib/server/ledger/notes';

/** What both marks of demo history say in the log itself. */
export const demoHistoryNote =
  'Demo history: an invented story with its own dates, written when this console first started';

/** The marks of demo history; null in a log without it. Throws what the database throws. */
export async function demoMarks(on: Kysely<Tables>) {
  const notes = await notesIn(on);
  const began = notes.find(({ kind }) => kind === 'ledger.demo-began');
  // Null while it is being made, and where a kill broke it off.
  const ended = notes.find((one) => one.kind === 'ledger.demo-ended' && one.began === began?.seq) ?? null;
  return began ? { began, ended } : null;
}
