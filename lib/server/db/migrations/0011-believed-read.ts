import 'server-only';
import type { Kysely } from 'kysely';

/** How much the last believed read of each connection listed, so that a restart does not take half a read for the whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('believed_read')
    .addColumn('connection', 'text', (column) => column.primaryKey().notNull())
    .addColumn('figures', 'text')
    .addColumn('doubted', 'text')
    .addColumn('accepted_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
