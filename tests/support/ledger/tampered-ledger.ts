import { sql } from 'kysely';
import { linkOf } from '@/lib/domain/ledger/chain';
import type { Database } from '@/lib/server/db/database';
import { sha256 } from '@/lib/server/sha256';
import { testedKind } from '@/tests/support/database/test-database';

/** Does to a database what somebody with all rights on it can do: the guards go first. */
export async function tamperWith({ kysely }: Database, ...statements: string[]): Promise<void> {
  const { rows } = await (
    testedKind === 'libsql'
      ? sql<{
          name: string;
          tbl: string;
        }>`select name, tbl_name as tbl from sqlite_master where type = 'trigger'`
      : sql<{
          name: string;
          tbl: string;
        }>`select tgname as name, tgrelid::regclass::text as tbl from pg_trigger where not tgisinternal`
  ).execute(kysely);
  for (const { name, tbl } of rows)
    await sql.raw(`drop trigger ${name}${testedKind === 'libsql' ? '' : ` on ${tbl}`}`).execute(kysely);
  for (const statement of statements) await sql.raw(statement).execute(kysely);
}

/**
 * Edits entries from a number on so that the chain holds again, and removes what the database knows of the old one:
 * all that can be done without the key.
 */
export async function forgeFrom(
  database: Database,
  from: number,
  edit: (body: string, seq: number) => string,
): Promise<void> {
  await tamperWith(database, `delete from ledger_checkpoint where seq >= ${String(from)}`);
  const { kysely } = database;
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body', 'hash'])
    .where('seq', '>=', from - 1)
    .orderBy('seq')
    .execute();
  let hash = rows[0]?.hash ?? '';
  for (const { seq, body: old } of rows.slice(1)) {
    const body = edit(old, seq);
    ({ hash } = linkOf(hash, body, sha256));
    await kysely.updateTable('ledger_entry').set({ body, hash }).where('seq', '=', seq).execute();
  }
  await kysely.updateTable('ledger_head').set({ hash }).execute();
}
