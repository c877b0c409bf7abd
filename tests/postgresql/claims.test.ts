import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { claimCells, releaseClaims } from '@/lib/server/services/changes/store/claims';
import { customer, StoredSets } from '@/tests/support/changes/stored-sets';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let at: TestDatabase;
let database: Database;
let ledger: Ledger;
let sets: StoredSets;

beforeEach(async () => {
  at = await testDatabase();
  database = await openDatabase(at.url);
  ledger = new Ledger(database);
  sets = new StoredSets({ database, ledger });
});
afterEach(async () => {
  await database.close();
  await at.drop();
});

const cells = [customer('1', '100'), customer('2', '100')];
const [one, two] = cells as [(typeof cells)[0], (typeof cells)[0]]; // there are two

/** Stores a set of both cells that somebody runs. */
function live(): Promise<string> {
  return sets.store(cells, { lease: { owner: 'a worker', ms: 60_000 } });
}

function claim(setId: string, some: typeof cells): Promise<Set<string>> {
  return database.kysely
    .transaction()
    .execute((transaction) => claimCells(transaction, database, { connection: 'default', setId }, some));
}

/** Waits until a query stands in line for a row. */
async function untilOneWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from pg_locks where not granted`.execute(database.kysely);
      return rows[0]?.n;
    })
    .toBeGreaterThan(0);
}

it('a claim that was made while another set waited for its turn is not taken from whoever made it', async () => {
  const [a, x] = [await live(), await live()];
  expect((await claim(x, [one])).size).toBe(1);
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  // X settles cell 1, and takes its time.
  const settling = database.kysely.transaction().execute(async (transaction) => {
    await releaseClaims(transaction, { connection: 'default', setId: x }, [one]);
    await gate;
  });
  await wait(100);
  const ofA = claim(a, cells);
  await untilOneWaits();
  // Only now another replica takes up C, which has cell 2.
  const c = await live();
  expect((await claim(c, [two])).size).toBe(1);
  letGo();
  await settling;
  expect([...(await ofA)]).toHaveLength(1);
  const owners = await database.kysely.selectFrom('cell_claim').select(['record_id', 'set_id']).execute();
  expect(owners.sort((left, right) => (left.record_id < right.record_id ? -1 : 1))).toEqual([
    { record_id: '1', set_id: a },
    { record_id: '2', set_id: c },
  ]);
});

it('two pieces of work that wait for one another are both done: the database ends one, which runs again', async () => {
  const [a, b] = [await live(), await live()];
  let meet = (): void => undefined;
  const both = new Promise<void>((resolve) => (meet = resolve));
  let runs = 0;
  const touch = (first: string, second: string) =>
    ledger.record(async (transaction) => {
      const lock = (id: string) =>
        transaction.selectFrom('change_set').select('id').where('id', '=', id).forUpdate().execute();
      await lock(first);
      if (++runs === 2) meet();
      await both;
      await lock(second);
      const why = 'A test.';
      return {
        facts: [{ kind: 'set.state', connection: 'default', set: first, state: 'running', why }],
        result: first,
      };
    });
  expect(await Promise.all([touch(a, b), touch(b, a)])).toEqual([a, b]);
  expect(runs).toBeGreaterThan(2); // the one that runs again may meet the other once more
});
