import 'server-only';
import { sql, type Kysely } from 'kysely';

/** The history of an entity is read newest first among millions of entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_by_entity on ledger_entry (entity_id, seq) where entity_id is not null`.execute(
    db,
  );
}
