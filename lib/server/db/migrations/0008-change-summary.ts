import 'server-only';
import type { Kysely } from 'kysely';

/** A summary of a set's cells; older sets are counted when they are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('summary', 'text').execute();
}
