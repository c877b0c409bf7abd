import 'server-only';
import type { Kysely } from 'kysely';
import type { Tables } from '@/lib/server/db/tables';
import { entriesOf, type EntryOf } from '@/lib/server/ledger/ledger-identity';

/** What both marks of demo history say in the log itself. */
export const demoHistoryNote = 'Demo history: made at the first start, with the times of its story';

/** Where demo history lies in the log; `ended` is null while it is being made, and where a kill broke it off. */
interface DemoMarks {
  began: EntryOf<'ledger.demo-began'>;
  ended: EntryOf<'ledger.demo-ended'> | null;
}

/** The marks of demo history; null in a log without it. Throws what the database throws. */
export async function demoMarks(on: Kysely<Tables>): Promise<DemoMarks | null> {
  const [began] = await entriesOf(on, 'ledger.demo-began');
  if (!began) return null;
  const all = await entriesOf(on, 'ledger.demo-ended');
  return { began, ended: all.find((one) => one.began === began.seq) ?? null };
}

/** Which entries are demo history, in a sentence for people; null where none is. Throws what the database throws. */
export async function demoHistoryInWords(on: Kysely<Tables>): Promise<string | null> {
  const marks = await demoMarks(on);
  if (!marks) return null;
  const { began, ended } = marks;
  const first = String(began.seq + 1);
  const where = ended ? `entries ${first} to ${String(ended.last)}` : `entries from ${first} on`;
  return `Demo history: ${where} tell an invented story with its own dates, written when this console first started.`;
}
