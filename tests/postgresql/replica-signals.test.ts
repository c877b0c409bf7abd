import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';
import { relayTo, type TcpRelay } from './tcp-relay';

let at: TestDatabase;
let relay: TcpRelay;
let one: Database;
let two: Database;
let there: ReplicaSignals;
let here: ReplicaSignals;

beforeEach(async () => {
  at = await testDatabase();
  relay = await relayTo(at.url);
  const url = new URL(at.url);
  url.hostname = '127.0.0.1';
  url.port = String(relay.port);
  one = await openDatabase(at.url);
  two = await openDatabase(url.href);
  there = one.openSignals();
  here = two.openSignals();
});
afterEach(async () => {
  for (const signals of [here, there]) await signals.close();
  for (const database of [one, two]) await database.close();
  await relay.close();
  await at.drop();
});

/** Says something until it is heard: nobody tells when the other side has begun to listen. */
async function untilHeard(heard: readonly string[], word: string): Promise<void> {
  await expect
    .poll(() => {
      there.send('control', word);
      return heard;
    })
    .toContain(word);
}

it('reach every process on the database, the sender included, each word once', async () => {
  const [far, near, other]: [string[], string[], string[]] = [[], [], []];
  here.listen('control', (word) => far.push(word));
  await untilHeard(far, 'are you there?');
  there.listen('control', (word) => near.push(word));
  here.listen('ledger', (word) => other.push(word));
  there.send('control', 'a set, by its id');
  there.send('ledger', '17');
  there.send('control', 'the last');
  await expect.poll(() => far.at(-1)).toBe('the last');
  expect(far.filter((word) => word === 'a set, by its id')).toHaveLength(1);
  expect(near).toEqual(['a set, by its id', 'the last']);
  expect(other).toEqual(['17']);
});

it('are heard again by themselves after the connection that listens broke', async () => {
  const heard: string[] = [];
  here.listen('control', (word) => heard.push(word));
  await untilHeard(heard, 'before');
  relay.cut();
  await untilHeard(heard, 'after the network broke');
  const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen mem_console'`.execute(one.kysely);
  expect(ended.rows).toHaveLength(2);
  await untilHeard(heard, 'after an administrator ended it');
});

it('fail no sender while the database is away', async () => {
  relay.freeze();
  const near: string[] = [];
  here.listen('ledger', (word) => near.push(word));
  here.send('ledger', '1');
  await expect.poll(() => near).toEqual(['1']);
  relay.thaw();
});

it('go without their payload when it is longer than PostgreSQL takes', async () => {
  const heard: string[] = [];
  here.listen('control', (word) => heard.push(word));
  await untilHeard(heard, 'before');
  there.send('control', 'ä'.repeat(5_000));
  await expect.poll(() => heard.at(-1)).toBe('');
});
