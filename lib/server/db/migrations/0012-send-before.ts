import 'server-only';
import type { Kysely } from 'kysely';

/** When a switch becomes too old to send; older switches have no value and are never sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_set').addColumn('send_before', 'bigint').execute();
}
