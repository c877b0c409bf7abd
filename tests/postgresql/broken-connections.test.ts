import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { findPostgresBinaries, startPostgres } from '@/tests/support/run/postgres';
import {
  databaseOn,
  onServer,
  testDatabase,
  type TestDatabase,
} from '@/tests/support/database/test-database';
import { relayTo, type TcpRelay } from './tcp-relay';

/** For a busy machine. */
const patience = { timeout: 20_000 };

let at: TestDatabase;
let relay: TcpRelay;
let database: Database;
let lost: Error[] = [];

beforeEach(async () => {
  at = await testDatabase();
  relay = await relayTo(at.url);
  const url = new URL(at.url);
  url.hostname = '127.0.0.1';
  url.port = String(relay.port);
  lost = [];
  database = await openDatabase(url.href, { onLost: (error) => lost.push(error) });
});
afterEach(async () => {
  await database.close();
  await relay.close();
  await at.drop();
});

const two = async (): Promise<unknown> => {
  const { rows } = await sql<{ two: number }>`select 2 as two`.execute(database.kysely);
  return rows[0]?.two;
};

const untilUp = async (): Promise<void> => {
  while (!(await database.isUp())) await new Promise((done) => setTimeout(done, 50));
};

describe('a connection to PostgreSQL', () => {
  it('that breaks while nobody uses it is told, and replaced by the next query', async () => {
    expect(await two()).toBe(2);
    relay.cut();
    await expect.poll(() => lost.length, patience).toBeGreaterThan(0);
    expect(await two()).toBe(2);
  });

  it('that breaks in the middle of a query fails that query only', async () => {
    const sleeping = sql`select pg_sleep(20)`.execute(database.kysely).then(
      () => 'slept',
      () => 'failed',
    );
    await expect.poll(runningSleeps, patience).toBe(1);
    relay.cut();
    expect(await sleeping).toBe('failed');
    await expect.poll(() => lost.length, patience).toBe(2); // that of the sleep, and that which watched it
    expect(await two()).toBe(2);
  });

  it('that is ended by an administrator between two queries of a transaction fails that transaction only', async () => {
    const failed = database.kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await onServer(at.url, `select pg_terminate_backend(${String(rows[0]?.pid)})`);
      await expect.poll(() => lost.length, patience).toBeGreaterThan(0);
      await sql`select 1`.execute(transaction);
    });
    await expect(failed).rejects.toThrow();
    expect(await two()).toBe(2);
  });

  it('that has gone dumb counts as down, and its queries end in words, until the network is back', async () => {
    await Promise.all([two(), two()]); // two connections are open: one for each question below
    relay.freeze();
    expect(await database.isUp()).toBe(false);
    await expect(two()).rejects.toThrow('PostgreSQL did not answer for 20 seconds.');
    relay.thaw();
    await untilUp();
    expect(await two()).toBe(2);
  }, 60_000);
});

async function runningSleeps(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where query like 'select pg_sleep%' and state = 'active' and datname = current_database()`.execute(
    database.kysely,
  );
  return rows[0]?.count ?? 0;
}

const binaries = findPostgresBinaries();

// Where the server was given by its address, it is not ours to stop.
if (binaries !== undefined) {
  describe('a PostgreSQL that is stopped', () => {
    it('counts as down until it is started again, without any restart of the console', async () => {
      const server = await startPostgres(binaries);
      const own = await databaseOn(server.url);
      const console = await openDatabase(own.url);
      try {
        expect(await console.isUp()).toBe(true);
        await server.stop();
        expect(await console.isUp()).toBe(false);
        await server.start();
        expect(await console.isUp()).toBe(true);
        expect(await console.kysely.selectFrom('session').select('id').execute()).toEqual([]);
      } finally {
        await console.close();
        await server.close();
      }
    });
  });
}
