import 'server-only';
import type { Kysely } from 'kysely';

/** The last read that was compared, so that a restarted console detects what changed while it was stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('compared_read')
    .addColumn('connection', 'text', (column) => column.primaryKey().notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('matrix', 'text', (column) => column.notNull())
    .execute();
}
