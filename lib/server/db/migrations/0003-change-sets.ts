import 'server-only';
import { sql, type Kysely } from 'kysely';

/** Change sets, their cells, and the claims that prevent two simultaneous changes of one cell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const counts = ['pending', 'applied', 'already', 'conflict', 'rejected', 'unknown', 'cancelled'];
  let sets = db.schema
    .createTable('change_set')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('connection', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('control', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('person_name', 'text', (column) => column.notNull())
    .addColumn('acting_id', 'text', (column) => column.notNull())
    .addColumn('acting_name', 'text', (column) => column.notNull())
    .addColumn('acting_roles', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('undo_of', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('total', 'integer', (column) => column.notNull());
  for (const count of counts) sets = sets.addColumn(count, 'integer', (column) => column.notNull());
  await sets
    .addColumn('pause_code', 'text')
    .addColumn('pause_detail', 'text')
    .addColumn('paused_at', 'bigint')
    .addColumn('retry_at', 'bigint')
    .addColumn('stumbles', 'integer', (column) => column.notNull())
    .addColumn('withdrawn', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .addCheckConstraint('change_set_counts_add_up', sql`total = ${sql.raw(counts.join(' + '))}`)
    .addUniqueConstraint('change_set_once', ['person_id', 'idempotency_key'])
    .execute();
  await db.schema.createIndex('change_set_by_time').on('change_set').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('change_set_by_state')
    .on('change_set')
    .columns(['state', 'lease_until'])
    .execute();
  await db.schema.createIndex('change_set_by_undo').on('change_set').column('undo_of').execute();
  await db.schema
    .createTable('change_cell')
    .addColumn('set_id', 'text', (column) => column.notNull().references('change_set.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('record_type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('expected', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('sends', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('before_value', 'integer')
    .addColumn('current_value', 'integer')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('doubt_until', 'bigint')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addPrimaryKeyConstraint('change_cell_key', ['set_id', 'position'])
    .addUniqueConstraint('change_cell_once', ['set_id', 'record_type', 'record_id', 'entity_id'])
    .execute();
  await db.schema
    .createIndex('change_cell_by_state')
    .on('change_cell')
    .columns(['set_id', 'state', 'next_at', 'position'])
    .execute();
  await db.schema
    .createIndex('change_cell_by_cell')
    .on('change_cell')
    .columns(['record_type', 'record_id', 'entity_id'])
    .execute();
  await db.schema
    .createTable('cell_claim')
    .addColumn('connection', 'text', (column) => column.notNull())
    .addColumn('record_type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('set_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cell_claim_key', ['connection', 'record_type', 'record_id', 'entity_id'])
    .execute();
  await db.schema.createIndex('cell_claim_by_set').on('cell_claim').column('set_id').execute();
}
