import 'server-only';
import type { Kysely } from 'kysely';

/** The outcomes that a retry has not fully reset yet: it writes many cells in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('retrying', 'text').execute();
}
