import 'server-only';
import type { Kysely } from 'kysely';

/** What the cells of a set come to; sets of before are counted when they are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('summary', 'text').execute();
}
