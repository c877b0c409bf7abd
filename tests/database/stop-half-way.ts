import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '@/lib/server/db/database';
import { withNotes } from './notes-migrations';

/*
 * Opens the database it is given with migrations of which the last one stops half-way for ever: on PostgreSQL first
 * inside a statement, which the server goes on with for a while after this process was killed.
 */

const url = process.argv[2] ?? '';
const tell = (): void => void writeSync(1, 'half\n');
await openDatabase(url, {
  migrations: withNotes(async (db) => {
    if (url.startsWith('file:')) tell();
    else {
      setTimeout(tell, 300); // the statement has reached the server by then
      await sql`select pg_sleep(2)`.execute(db);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }),
});
