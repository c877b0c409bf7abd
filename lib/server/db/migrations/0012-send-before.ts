import 'server-only';
import type { Kysely } from 'kysely';

/** When a switch is too old to be sent; switches of before have none and are sent no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('send_before', 'bigint').execute();
}
