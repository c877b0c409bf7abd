import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { shownBy } from '@/lib/server/services/changes/evidence/scope';
import { Ledger } from '@/lib/server/ledger/ledger';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
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

const pause = () => new Promise((done) => setTimeout(done, 5)); // so that two entries have two times

it('a long period shows how the sets began that it goes on with, and others have their turn meanwhile', async () => {
  const ledger = new Ledger(database);
  const [begun, ...rest] = factsOfSet('goes on', 2) as [LedgerFacts, ...LedgerFacts[]]; // it begins with its creation
  await ledger.append([...factsOfSet('long gone', 2), begun]);
  await pause();
  await ledger.append(factsOfSet('within', 2_500));
  const written = await ledger.append([...rest, ...factsOfSet('after', 1)]);
  await pause();
  const [first] = (await ledger.read(9, 1)).map(({ body }) => JSON.parse(body) as { at: string });
  const [exported] = (await ledger.append(factsOfSet('later', 1))).map(({ seq }) => seq);

  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const scope = {
    what: 'period',
    from: first?.at ?? '',
    to: new Date(Date.now() + 1).toISOString(),
  } as const;
  const { has } = await shownBy(database, scope, exported ?? 0);
  isOver = true;
  expect(turns).toBeGreaterThan(5);

  const rows = await database.kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'at', 'kind', 'set_id'])
    .where('kind', '=', 'set.created')
    .orderBy('seq')
    .execute();
  const shown = rows.filter((row) => has(row)).map(({ set_id }) => set_id);
  expect(shown).toEqual(['goes on', 'within', 'after', 'later']);
  expect(written.length).toBeGreaterThan(0);
});
