import 'server-only';
import { sql, type Kysely } from 'kysely';

/**
 * Where waiting to be looked at begins: what former versions noticed outside asked nobody to look, so it waits for
 * nobody; a new log begins at 0. The head goes first, as with whoever appends, so that neither waits for the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('ledger_head')
    .addColumn('reviews_after', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update ledger_head set reviews_after = seq`.execute(db);
  // What waits on one connection must not be looked for among the entries of the others.
  await sql`create index ledger_outside on ledger_entry (connection, kind, seq)
    where kind = 'access.outside' or kind = 'access.outside-more' or kind = 'outside.reviewed'`.execute(db);
}
