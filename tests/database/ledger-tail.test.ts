import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import { Ledger } from '@/lib/server/ledger/ledger';
import { LedgerTail } from '@/lib/server/services/events/ledger-tail';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let where: TestDatabase;
let database: Database;
let signals: ReplicaSignals;
let own: Ledger;
let tail: LedgerTail;
let passedOn: number[];
let logged: string[];

beforeEach(async () => {
  where = await testDatabase();
  database = await openDatabase(where.url);
  signals = database.openSignals();
  own = new Ledger(database);
  logged = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  tail = new LedgerTail(own, signals, log);
  passedOn = [];
  tail.subscribe((entries) => passedOn.push(...entries.map(({ seq }) => seq)));
});
afterEach(async () => {
  tail.close();
  await signals.close();
  await database.close();
  await where.drop();
});

const refused = { kind: 'request.refused', method: 'GET', path: '/', code: 'forbidden', times: 1 } as const;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

it('passes every entry on once and in order, whoever writes at the same time', async () => {
  tail.start();
  await tail.catchUp();
  const other = new Ledger(database); // as of another replica: nobody here hears its entries
  await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      (i % 3 === 0 ? other : own).append([refused, refused].slice(i % 2)),
    ),
  );
  const { seq } = await own.head();
  await expect.poll(() => passedOn.at(-1)).toBe(seq);
  expect(passedOn).toEqual(numbers(1, seq));
});

it('passes entries on to everybody else where one listener fails, and says so in the log', async () => {
  tail.close();
  tail = new LedgerTail(own, signals, pino({}, { write: (line) => void logged.push(line) }));
  tail.subscribe(() => {
    throw new Error('a listener of the test');
  });
  const others: number[] = [];
  tail.subscribe((entries) => others.push(...entries.map(({ seq }) => seq)));
  tail.start();
  await tail.catchUp();
  await new Ledger(database).append([refused]); // read from the table
  await tail.catchUp();
  await own.append([refused]); // passed on as it is appended
  await expect.poll(() => others).toEqual([1, 2, 3]);
  expect(logged.filter((line) => line.includes('a listener of the test'))).toHaveLength(2);
});

it('begins after what there was, and reads more than fits into one look', async () => {
  await own.append([refused]);
  tail.start();
  await tail.catchUp();
  expect([tail.last, passedOn]).toEqual([2, []]);
  await new Ledger(database).append(Array.from({ length: 2_500 }, () => refused));
  await tail.catchUp();
  expect(passedOn).toEqual(numbers(3, 2_502));
});

it('passes nothing on once it is closed', async () => {
  tail.start();
  await tail.catchUp();
  tail.close();
  await own.append([refused]);
  expect(passedOn).toEqual([]);
});

it('passes over an entry that cannot be read, says so once, and goes on with the later ones', async () => {
  tail.start();
  await tail.catchUp();
  tail.close();
  const other = new Ledger(database);
  await other.append([refused, refused]);
  await tamperWith(database, `update ledger_entry set body = 'x' where seq = 3`);
  tail.subscribe((entries) => passedOn.push(...entries.map(({ seq }) => seq)));
  tail.start();
  await tail.catchUp();
  expect([passedOn, tail.last]).toEqual([[1, 2], 3]);
  await other.append([refused]);
  await own.append([refused]);
  await expect.poll(() => passedOn).toEqual([1, 2, 4, 5]);
  expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 50, seq: 3 }),
  ]);
});
