import { sql, type Kysely, type Migration } from 'kysely';
import { migrations } from '@/lib/server/db/migrate';

/** What the pieces below make, for tests to ask. */
export interface NoteTables {
  note: { id: number; text: string };
}

const makeNotes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('note')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into note (id, text) values (1, 'first')`.execute(db);
  },
};

/**
 * The console's migrations and two after them: 9001 makes a table with a row; 9002 adds a row, does `between`, and
 * makes an index.
 */
export function withNotes(
  between: (db: Kysely<unknown>) => void | Promise<void> = () => undefined,
): Record<string, Migration> {
  return {
    ...migrations,
    '9001-notes': makeNotes,
    '9002-more-notes': {
      up: async (db: Kysely<unknown>) => {
        await sql`insert into note (id, text) values (2, 'second')`.execute(db);
        await between(db);
        await db.schema.createIndex('note_by_text').on('note').column('text').execute();
      },
    },
  };
}
