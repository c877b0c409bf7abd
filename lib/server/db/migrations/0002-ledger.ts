import 'server-only';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** The ledger: entries in a hash chain, its head, and checkpoints. The database refuses edits and deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_entry')
    .addColumn('seq', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('connection', 'text')
    .addColumn('set_id', 'text')
    .addColumn('position', 'integer')
    .addColumn('record_type', 'text')
    .addColumn('record_id', 'text')
    .addColumn('entity_id', 'text')
    .addColumn('person_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  const indexes = {
    ledger_by_set: ['set_id', 'seq'],
    ledger_by_cell: ['record_type', 'record_id', 'entity_id', 'seq'],
    ledger_by_kind: ['kind', 'seq'],
    ledger_by_time: ['at', 'seq'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('ledger_entry').columns(columns).execute();
  // A set has hundreds of thousands of entries, but few changes of state.
  await sql`create index ledger_by_set_state on ledger_entry (set_id, seq) where kind = 'set.state'`.execute(
    db,
  );
  await db.schema
    .createTable('ledger_head')
    .addColumn('id', 'integer', (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`id = 1`),
    )
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ledger_checkpoint')
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_checkpoint_key', ['seq', 'key_id'])
    .execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const table of ['ledger_entry', 'ledger_checkpoint'])
    await (isPostgres ? appendOnlyOnPostgres(db, table) : appendOnlyOnLibsql(db, table));
}

const refusal = 'the ledger is append-only';

async function appendOnlyOnLibsql(db: Kysely<unknown>, table: string): Promise<void> {
  for (const verb of ['update', 'delete'])
    await sql
      .raw(
        `create trigger ${table}_no_${verb} before ${verb} on ${table} begin select raise(abort, '${refusal}'); end`,
      )
      .execute(db);
}

async function appendOnlyOnPostgres(db: Kysely<unknown>, table: string): Promise<void> {
  await sql
    .raw(
      `create or replace function ledger_is_append_only() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    )
    .execute(db);
  for (const [verb, scope] of [
    ['update', 'row'],
    ['delete', 'row'],
    ['truncate', 'statement'],
  ])
    await sql
      .raw(
        `create trigger ${table}_no_${verb ?? ''} before ${verb ?? ''} on ${table} for each ${scope ?? ''} execute function ledger_is_append_only()`,
      )
      .execute(db);
}
