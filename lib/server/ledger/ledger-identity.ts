import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { Tables } from '@/lib/server/db/tables';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { signedIn } from './checkpoints/checkpoint-signature';
import { isGenuine } from '@/public/verify-log-chain.mjs';
import { entryIn } from './entry';

export type EntryOf<K extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: K }>;

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
  const isOfKind = (entry: LedgerEntry | null): entry is EntryOf<K> => entry?.kind === kind;
  return rows.map(({ body }) => entryIn(body)).filter(isOfKind);
}

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

/** The ledger's name, by its first entry or else by the own key's newest checkpoint; null: neither tells it. */
export async function ledgerName(on: Kysely<Tables>, ownKey: string): Promise<string | null> {
  const row = await on.selectFrom('ledger_entry').select('body').where('seq', '=', 1).executeTakeFirst();
  const first = row && entryIn(row.body);
  if (first?.kind === 'ledger.began') return first.ledger;
  const newest = await on
    .selectFrom('ledger_checkpoint')
    .select(['body', 'signature', 'public_key'])
    .where('key_id', '=', ownKey)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  const signed = newest && signedIn(newest);
  return signed && isGenuine(signed) ? signed.checkpoint.ledger : null;
}

const perQuery = 500;

/** Hash and time (ms since 1970) of these entries. @throws ConsoleError `ledger-unavailable`. */
export async function entryStamps(
  { kysely }: Database,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, { hash: string; at: number }>> {
  const stamps = new Map<number, { hash: string; at: number }>();
  for (let from = 0; from < seqs.length; from += perQuery) {
    const some = seqs.slice(from, from + perQuery);
    const rows = await orUnavailable(() =>
      kysely.selectFrom('ledger_entry').select(['seq', 'hash', 'at']).where('seq', 'in', some).execute(),
    );
    for (const { seq, ...stamp } of rows) stamps.set(seq, stamp);
  }
  return stamps;
}
