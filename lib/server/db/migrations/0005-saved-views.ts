import 'server-only';
import type { Kysely } from 'kysely';

/** Saved views: a name and a query. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_view')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('connection', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addUniqueConstraint('saved_view_once', ['connection', 'person_id', 'place', 'name'])
    .execute();
}
