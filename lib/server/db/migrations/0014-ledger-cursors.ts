import 'server-only';
import type { Kysely } from 'kysely';

/** How far each follower of the log has come, and which replica follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_cursor')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
