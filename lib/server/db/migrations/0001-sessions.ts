import 'server-only';
import type { Kysely } from 'kysely';

/** People, their sessions, and sign-ins under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('person_identity', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('session_by_person').on('session').column('person_id').execute();
  await db.schema.createIndex('session_by_end').on('session').column('ends_at').execute();
  await db.schema
    .createTable('sign_in_flow')
    .addColumn('state_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('return_path', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sign_in_flow_by_end').on('sign_in_flow').column('ends_at').execute();
}
