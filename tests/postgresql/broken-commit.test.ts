import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { testDatabase } from '@/tests/support/database/test-database';

const refused = { kind: 'request.refused', method: 'GET', path: '/', code: 'forbidden', times: 1 } as const;

it('a connection that breaks while it commits leaves open, also in words, whether anything was written', async () => {
  const where = await testDatabase();
  const database = await openDatabase(where.url);
  const ledger = new Ledger(database);
  await ledger.append([refused]);
  // PostgreSQL asks a deferred trigger at the commit, and this one ends its own connection.
  await sql
    .raw(
      `create function break_off() returns trigger language plpgsql as
         $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    )
    .execute(database.kysely);
  await sql
    .raw(
      `create constraint trigger breaks after insert on ledger_entry deferrable initially deferred
         for each row execute function break_off()`,
    )
    .execute(database.kysely);
  await expect(ledger.append([refused])).rejects.toMatchObject({
    code: 'ledger-unavailable',
    message: expect.stringContaining('it may have been written or not') as string,
  });
  await expect(
    ledger.record(async (transaction) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
      return { facts: [], result: null };
    }),
  ).rejects.toMatchObject({
    code: 'ledger-unavailable',
    message: expect.stringContaining('Nothing was changed') as string,
  });
  await database.close();
  await where.drop();
});
