import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { Ledger } from '@/lib/server/ledger/ledger';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let where: TestDatabase;
let database: Database;

beforeEach(async () => {
  where = await testDatabase();
  database = await openDatabase(where.url);
});
afterEach(async () => {
  await database.close();
  await where.drop();
});

it.each([
  ['a plain error', new Error('The console is wrong here.')],
  ['a failure of a file', Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
])('takes %s in the middle of work for what it is, and not for an outage', async (_, fault) => {
  const work = async () => {
    await sql`select 1`.execute(database.kysely);
    throw fault;
  };
  await expect(orUnavailable(work)).rejects.toBe(fault);
  const recorded = new Ledger(database).record(() => Promise.reject(fault));
  await expect(recorded).rejects.toBe(fault);
});

it('takes a statement that is wrong for a fault of the console', async () => {
  const wrong = orUnavailable(() => sql`select 1 from nowhere`.execute(database.kysely));
  await expect(wrong).rejects.toThrow(/nowhere/);
});

it('takes a database that was closed for an outage', async () => {
  await database.kysely.destroy();
  const asked = orUnavailable(() => sql`select 1`.execute(database.kysely));
  await expect(asked).rejects.toMatchObject({ code: 'ledger-unavailable' });
});
