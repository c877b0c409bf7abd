import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import { Ledger } from '@/lib/server/ledger/ledger';
import { LedgerFollower, type FollowerParts } from '@/lib/server/ledger/ledger-follower';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

let where: TestDatabase;
let database: Database;
let signals: ReplicaSignals;
let ledger: Ledger;
let logged: string[];
const started: LedgerFollower[] = [];

beforeEach(async () => {
  where = await testDatabase();
  database = await openDatabase(where.url);
  signals = database.openSignals();
  ledger = new Ledger(database);
  ledger.subscribe(() => signals.send('ledger', ''));
  logged = [];
});
afterEach(async () => {
  for (const follower of started.splice(0)) await follower.stop();
  await signals.close();
  await database.close();
  await where.drop();
});

const refused = { kind: 'request.refused', method: 'GET', path: '/', code: 'forbidden', times: 1 } as const;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function follow(handle: FollowerParts['handle'], from: FollowerParts['from'] = 'first'): LedgerFollower {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
  const follower = new LedgerFollower({ name: 'notices', from, handle, database, signals, log });
  started.push(follower);
  return follower;
}

/** Handles by noting the numbers. */
const into =
  (seen: number[]): FollowerParts['handle'] =>
  (entries) => {
    seen.push(...entries.map(({ seq }) => seq));
    return Promise.resolve(undefined);
  };

const append = (count: number) => ledger.append(Array.from({ length: count }, () => refused));

it('hands every entry over once and in order, over restarts, and more than fits at once', async () => {
  await append(1_200);
  const seen: number[] = [];
  const first = follow(into(seen));
  await first.catchUp();
  await first.stop();
  await append(3);
  const second = follow(into(seen));
  second.start();
  await second.catchUp();
  await append(2);
  await expect.poll(() => seen.at(-1)).toBe(1_206);
  expect(seen).toEqual(numbers(1, 1_206));
});

it('lets others have their turn between two parts of a long log', async () => {
  await append(1_600);
  let turns = 0;
  const seen: number[] = [];
  let turning = setImmediate(function turn() {
    turns++;
    turning = setImmediate(turn);
  });
  await follow(() => {
    seen.push(turns);
    return Promise.resolve(undefined);
  }).catchUp();
  clearImmediate(turning);
  expect(seen).toHaveLength(4);
  expect(new Set(seen).size).toBe(4);
});

it('begins after the newest entry where it is told so, at the first start only', async () => {
  await append(5);
  const seen: number[] = [];
  const first = follow(into(seen), 'newest');
  await first.catchUp();
  await first.stop();
  await append(2);
  await follow(into(seen), 'newest').catchUp();
  expect(seen).toEqual([7, 8]);
});

it('hands entries over again after a failure, leaving none out, and says so once', async () => {
  await append(2);
  const seen: number[] = [];
  let isBroken = true;
  const follower = follow((entries, signal) => {
    if (isBroken) throw new Error('no space left on device');
    return into(seen)(entries, signal);
  });
  await follower.catchUp();
  await follower.catchUp();
  expect(seen).toEqual([]);
  isBroken = false;
  await follower.catchUp();
  expect(seen).toEqual([1, 2, 3]);
  const levels = logged.map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels).toEqual([40, 30]);
});

it('commits what the handler writes together with the cursor, or neither', async () => {
  await append(1);
  const rows = () => database.kysely.selectFrom('write_probe').select('id').execute();
  let isBroken = true;
  const follower = follow(([one]) =>
    Promise.resolve(async (transaction) => {
      await transaction
        .insertInto('write_probe')
        .values({ id: String(one?.seq), filler: '' })
        .execute();
      if (isBroken) throw new Error('broken on the way');
    }),
  );
  await follower.catchUp();
  expect(await rows()).toEqual([]);
  isBroken = false;
  await follower.catchUp();
  await follower.catchUp();
  expect(await rows()).toEqual([{ id: '1' }]);
});

it('lets one replica follow at a time, and another one as soon as that one stops', async () => {
  await append(1);
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const [mine, theirs]: [number[], number[]] = [[], []];
  const first = follow(async (entries, signal) => {
    await gate;
    return into(mine)(entries, signal);
  });
  const second = follow(into(theirs));
  const busy = first.catchUp();
  await expect
    .poll(() => database.kysely.selectFrom('ledger_cursor').select('lease_owner').executeTakeFirst())
    .toMatchObject({ lease_owner: expect.any(String) as string });
  await second.catchUp();
  expect(theirs).toEqual([]);
  open();
  await busy;
  await append(1);
  await second.catchUp();
  expect([mine, theirs]).toEqual([[1, 2], []]);
  await first.stop();
  await second.catchUp();
  expect(theirs).toEqual([3]);
});

it('hands over an entry that cannot be read with its text, and goes on', async () => {
  await append(2);
  await tamperWith(database, `update ledger_entry set body = 'x' where seq = 2`);
  const seen: unknown[] = [];
  await follow((entries) => {
    for (const { seq, entry, body } of entries) seen.push([seq, entry?.kind ?? body]);
    return Promise.resolve(undefined);
  }).catchUp();
  expect(seen).toEqual([
    [1, 'ledger.began'],
    [2, 'x'],
    [3, 'request.refused'],
  ]);
});
