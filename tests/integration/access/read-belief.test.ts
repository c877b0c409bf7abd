import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { knownReads, ReadBelief } from '@/lib/server/services/access/mirror/read-belief';
import { testDatabase, type TestDatabase } from '@/tests/support/database/test-database';

/* What is kept of complete reads, while others write and while the database is silent. */

let at: TestDatabase;
let database: Database;
beforeEach(async () => {
  at = await testDatabase();
  database = await openDatabase(at.url);
});
afterEach(async () => {
  await database.close();
  await at.drop();
});

const figures = (records: number): MatrixFigures => ({
  records,
  assignments: records,
  types: [['Customer', records]],
  entities: [['100', records]],
});

/** @param through what the database answers through; its methods take the place of the database's. */
function begin(through: Partial<Database['kysely']> = {}, failures: unknown[] = []): ReadBelief {
  const kysely = new Proxy(database.kysely, {
    get(target, name) {
      const value: unknown = Reflect.get(name in through ? through : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return new ReadBelief({
    connection: 'default',
    database: { ...database, kysely },
    onFailure: (error) => failures.push(error),
    secondReadAfterMs: 0,
  });
}

/** As an administrator does who accepts what is in doubt. */
const accept = () =>
  database.kysely
    .updateTable('believed_read')
    .set((set) => ({ figures: set.ref('doubted'), doubted: null, accepted_seq: 7 }))
    .execute();

it('what was judged before an acceptance is judged again, and undoes nothing of it', async () => {
  const first = begin();
  await first.judge(figures(100), 0);
  await first.judge(figures(50), 0);
  await first.judge(figures(50), performance.now());
  let isAccepted = false;
  const acceptFirst = (() => {
    // The acceptance comes between what this replica read and what it writes.
    const query = { values: (row: never) => ({ onConflict: (how: never) => upsert(row, how) }) };
    const upsert = (row: never, how: never) => {
      const real = database.kysely.insertInto('believed_read').values(row).onConflict(how);
      const accepted = async () => {
        if (!isAccepted) await accept();
        isAccepted = true;
      };
      return {
        execute: () => accepted().then(() => real.execute()),
        returning: () => ({
          executeTakeFirst: () => accepted().then(() => real.returning('connection').executeTakeFirst()),
        }),
      };
    };
    return query;
  }) as unknown as Database['kysely']['insertInto'];
  const replica = begin({ insertInto: acceptFirst });
  await replica.judge(figures(20), 0);
  expect(await replica.judge(figures(20), performance.now())).toMatchObject({
    words: expect.stringContaining('20 records now, 50 before') as string,
  });
  expect(isAccepted).toBe(true);
  expect(await knownReads(database.kysely, 'default')).toMatchObject({
    ...{ believed: figures(50), acceptedSeq: 7 },
  });
  expect(await begin().judge(figures(50), 0)).toBeNull();
});

it('a database that never answers what is to be kept does not hold back a read', async () => {
  const failures: unknown[] = [];
  const never = () => new Promise<never>(() => undefined);
  const upsert = { execute: never, returning: () => ({ executeTakeFirst: never }) };
  const insertInto = () => ({ values: () => ({ onConflict: () => upsert }) });
  const silent = begin({ insertInto } as unknown as Partial<Database['kysely']>, failures);
  expect(await silent.judge(figures(100), 0)).toBeNull();
  expect(failures).toHaveLength(1);
});
