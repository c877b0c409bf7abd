import 'server-only';
import type { Kysely } from 'kysely';

/** Which cells of a set are tried again and not all waiting anew yet: a retry of many cells is written in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('retrying', 'text').execute();
}
