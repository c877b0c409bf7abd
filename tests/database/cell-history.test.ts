import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { cellKey } from '@/lib/domain/access/cell-key';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { historyOf, lastGiven, valuesAfter } from '@/lib/server/ledger/cell-history';
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

const connection = 'default';
const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };
const [other, unknown] = [
  { ...cell, entityId: '200' },
  { ...cell, entityId: '300' },
];
const actor = { id: 'dana', name: 'Dana', roles: [], session: 's' };
const attempt = { connection, set: 'set-1', position: 0, attempt: 1, cell, actor, wanted: true } as const;
const rest = { sends: 1, serviceRequests: [] };

/** Not made: it saw that access is there, and its words look like members of an entry that gave it. */
const refused: LedgerFacts = {
  kind: 'change.outcome',
  ...attempt,
  ...rest,
  outcome: 'rejected',
  after: true,
  detail: '"outcome":"applied","after":true',
};
const applied = { ...refused, outcome: 'applied', wanted: false, after: false, detail: '' } as const;
const times = { since: '2026-11-29T08:00:00.000Z', until: '2026-11-29T09:00:00.000Z' };
const outside = (where_: typeof cell, after: boolean | null): LedgerFacts => ({
  kind: 'access.outside',
  connection,
  cell: where_,
  before: !after,
  after,
  ...times,
});
const intent: LedgerFacts = {
  kind: 'change.intent',
  ...attempt,
  send: 1,
  before: false,
  expected: null,
  requestId: 'r',
};

it('tells by whom a cell was given its value last, however many changes of it were refused since', async () => {
  const entries = await ledger.append([
    outside(cell, true),
    applied,
    ...Array<LedgerFacts>(45).fill(refused),
  ]);
  const given = entries.find((entry) => entry.kind === 'change.outcome');
  const histories = await historyOf(database.kysely, connection, [cell, unknown]);
  expect([...histories.keys()]).toEqual([cellKey(cell)]);
  expect(histories.get(cellKey(cell))).toMatchObject({
    newestSeq: entries.at(-1)?.seq,
    isUndecided: false,
    lastKnown: { seq: given?.seq, at: given?.at, value: false, person: { id: 'dana', name: 'Dana' } },
  });
  expect(await lastGiven(database.kysely, connection, cell, { after: given?.seq ?? 0 })).toBeNull();
  expect(await lastGiven(database.kysely, 'sandbox', cell, {})).toBeNull();
});

it('says of a change under way that the value is not decided', async () => {
  await ledger.append([outside(other, null), applied, intent]);
  const histories = await historyOf(database.kysely, connection, [cell, other]);
  expect(histories.get(cellKey(cell))).toMatchObject({ isUndecided: true, lastKnown: { value: false } });
  expect(histories.get(cellKey(other))).toMatchObject({
    isUndecided: false,
    lastKnown: { value: null, person: null },
  });
});

it('tells the values that cells were given in the order of the log, across pages of both kinds', async () => {
  const many = Array.from({ length: 2_100 }, (_, index) => [
    applied,
    outside(other, index % 2 === 0),
    refused,
  ]);
  const [, ...entries] = await ledger.append(many.flat());
  const wanted = entries.filter(
    (entry) => entry.kind === 'access.outside' || ('outcome' in entry && entry.outcome === 'applied'),
  );
  const found: number[] = [];
  for await (const page of valuesAfter(database.kysely, connection, entries[2]?.seq ?? 0))
    found.push(...page.map(({ seq }) => seq));
  expect(found).toEqual(wanted.map(({ seq }) => seq).filter((seq) => seq > (entries[2]?.seq ?? 0)));
});

it('asks few questions about many cells, though the newest change of each was refused', async () => {
  const cells = Array.from({ length: 700 }, (_, index) => ({ ...cell, recordId: String(index) }));
  await ledger.append(
    cells.flatMap((one, index) => [
      outside(one, index % 2 === 0),
      { ...refused, cell: one },
      ...(index % 3 === 0 ? [{ ...refused, cell: one }] : []),
    ]),
  );
  await ledger.append([{ ...refused, cell: other }]);
  let questions = 0;
  const counted = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      questions++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const histories = await historyOf(counted, connection, [...cells, other, unknown]);
  expect(questions).toBeLessThan(20);
  expect(cells.map((one) => histories.get(cellKey(one))?.lastKnown?.value)).toEqual(
    cells.map((_, index) => index % 2 === 0),
  );
  expect(histories.get(cellKey(other))).toMatchObject({ isUndecided: false, lastKnown: null });
  expect(histories.has(cellKey(unknown))).toBe(false);
});
