import 'server-only';
import type { Kysely } from 'kysely';

/** Messages to people, who receives them, and what became of each delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notice')
    .addColumn('number', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('topic', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('connection', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('notice_by_topic').on('notice').columns(['topic', 'number']).execute();
  await db.schema
    .createTable('notice_receiver')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('notices', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('cause', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('notice_delivery')
    .addColumn('receiver_id', 'text', (column) =>
      column.notNull().references('notice_receiver.id').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) =>
      column.notNull().references('notice.number').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('cause', 'text')
    .addPrimaryKeyConstraint('notice_delivery_key', ['receiver_id', 'number'])
    .execute();
  await db.schema
    .createIndex('notice_delivery_by_state')
    .on('notice_delivery')
    .columns(['state', 'receiver_id', 'number'])
    .execute();
  await db.schema.createIndex('notice_delivery_by_number').on('notice_delivery').column('number').execute();
}
