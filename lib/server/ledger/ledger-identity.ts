import 'server-only';
import type { Kysely } from 'kysely';
import type { LedgerEntry } from '@/lib/contract/ledger';
import type { Tables } from '@/lib/server/db/tables';

type EntryOf<K extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: K }>;

/** Every entry of a kind that is rare, oldest first. */
export async function entriesOf<K extends 'ledger.key' | 'ledger.gap'>(
  on: Kysely<Tables>,
  kind: K,
): Promise<EntryOf<K>[]> {
  const rows = await on
    .selectFrom('ledger_entry')
    .select('body')
    .where('kind', '=', kind)
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as EntryOf<K>); // only the ledger writes there, by its schema
}

/** The ledger's own name; null before its first entry. */
export async function ledgerName(on: Kysely<Tables>): Promise<string | null> {
  const row = await on.selectFrom('ledger_entry').select('body').where('seq', '=', 1).executeTakeFirst();
  if (!row) return null;
  return (JSON.parse(row.body) as EntryOf<'ledger.began'>).ledger; // the first entry is always this one
}
