import 'server-only';
import type { Kysely } from 'kysely';

/** Size of the last believed read, so that a restarted console detects an incomplete one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('believed_read')
    .addColumn('connection', 'text', (column) => column.primaryKey().notNull())
    .addColumn('figures', 'text')
    .addColumn('doubted', 'text')
    .addColumn('accepted_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
