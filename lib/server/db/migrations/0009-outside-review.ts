import 'server-only';
import { sql, type Kysely } from 'kysely';

/**
 * The entry after which outside changes wait for a review: older versions asked for none. The head goes first, as in
 * every append.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('ledger_head')
    .addColumn('reviews_after', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update ledger_head set reviews_after = seq`.execute(db);
  // A review reads one connection only.
  await sql`create index ledger_outside on ledger_entry (connection, kind, seq)
    where kind = 'access.outside' or kind = 'access.outside-more' or kind = 'outside.reviewed'`.execute(db);
}
