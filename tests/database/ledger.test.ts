import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { linkOf, chainStart } from '@/lib/domain/ledger/chain';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { sha256 } from '@/lib/server/sha256';
import { Ledger } from '@/lib/server/ledger/ledger';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let where: TestDatabase;
let database: Database;
let ledger: Ledger;

beforeEach(async () => {
  where = await testDatabase();
  database = await openDatabase(where.url);
  ledger = new Ledger(database);
});
afterEach(async () => {
  await database.close();
  await where.drop();
});

const refused = (path: string) =>
  ({ kind: 'request.refused', method: 'POST', path, code: 'forbidden', times: 1 }) as const;

it('begins with a name of its own and numbers its entries without a hole, whoever appends at once', async () => {
  const second = new Ledger(database);
  const paths = Array.from({ length: 40 }, (_, index) => `/${String(index)}`);
  await Promise.all(paths.map((path, index) => (index % 2 === 0 ? ledger : second).append([refused(path)])));
  const entries = await ledger.read(0, 1_000);
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  expect(JSON.parse(entries[0]?.body ?? '')).toMatchObject({ kind: 'ledger.began', seq: 1 });
  let before = chainStart;
  for (const { body, hash } of entries) {
    before = linkOf(before, body, sha256).hash;
    expect(hash).toBe(before);
  }
  expect(await ledger.head()).toEqual({ seq: 41, hash: before });
});

it('writes entries and the rows they tell of together or not at all', async () => {
  await ledger.append([refused('/first')]);
  const failed = ledger.record(async (transaction) => {
    await transaction
      .insertInto('cell_claim')
      .values({ connection: 'c', record_type: 't', record_id: 'r', entity_id: 'e', set_id: 's' })
      .execute();
    throw new TypeError('stopped on the way');
  });
  await expect(failed).rejects.toThrow('stopped on the way');
  expect(await database.kysely.selectFrom('cell_claim').selectAll().execute()).toEqual([]);
  expect((await ledger.head()).seq).toBe(2);
});

it('has written what it wrote, though a listener fails; the others hear of it', async () => {
  const failures: unknown[] = [];
  const heard: number[] = [];
  const own = new Ledger(database, (error) => failures.push(error));
  const failure = new Error('deaf');
  own.subscribe(() => {
    throw failure;
  });
  own.subscribe((entries) => heard.push(...entries.map(({ seq }) => seq)));
  expect(await own.append([refused('/first')])).toHaveLength(2);
  expect({ failures, heard }).toEqual({ failures: [failure], heard: [1, 2] });
  expect((await own.head()).seq).toBe(2);
});

it.each([
  'update ledger_entry set body = body where seq = 1',
  'delete from ledger_entry where seq = 1',
  'update ledger_checkpoint set body = body',
  'delete from ledger_checkpoint',
])('is defended by the database itself against: %s', async (statement) => {
  await ledger.append([refused('/first')]);
  await database.kysely
    .insertInto('ledger_checkpoint')
    .values({ seq: 1, key_id: 'k', at: 1, body: '{}', signature: 's', public_key: 'p' })
    .execute();
  await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow('append-only');
});
