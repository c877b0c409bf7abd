import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from './entry';

/** The notes in the log, oldest first. Throws the database's error. */
export async function notesIn(on: Kysely<Tables>): Promise<Extract<LedgerEntry, { note: string }>[]> {
  const rows = await on
    .selectFrom('ledger_entry')
    .select('body')
    .where(sql<boolean>`kind like 'ledger.%'`)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ body }) => {
    const entry = entryIn(body);
    return entry && 'note' in entry ? [entry] : [];
  });
}
