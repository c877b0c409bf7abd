import { sql, type Migration } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cellKey } from '@/lib/domain/access/cell-key';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { migrations } from '@/lib/server/db/migrate';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { listChanges } from '@/lib/server/services/changes/list-changes';
import { listEntries } from '@/lib/server/services/changes/list-entries';
import { verifyLedger } from '@/lib/server/services/changes/verify-ledger';
import type { ServiceContext } from '@/lib/server/services/verb';
import type { ConnectedConsole } from '@/tests/support/console/connected-console';
import type { Turn } from '@/tests/support/console/reference-service';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import {
  holdPosts,
  quickPolicy,
  seenPosts,
  storeSet,
  untilPostsAreHeld,
  untilSet,
} from '@/tests/support/changes/change-sets';

/* This release as the older one of a rolling upgrade: the next release does to the schema and the log what a release may do. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Additions alone, to every table that the older console writes. */
const nextMigrations: Record<string, Migration> = {
  ...migrations,
  '9001-next-release': {
    up: async (db) => {
      for (const table of ['change_set', 'change_cell', 'cell_claim', 'session', 'person', 'ledger_head'])
        await db.schema
          .alterTable(table)
          .addColumn('next_text', 'text')
          .addColumn('next_number', 'bigint', (column) => column.notNull().defaultTo(0))
          .execute();
      await db.schema
        .createTable('next_table')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .execute();
      await sql`create index next_index on ledger_entry (kind, seq)`.execute(db);
    },
  },
};

let older: Scenario;
let newer: ConnectedConsole;
let newerDatabase: Database;
beforeAll(async () => {
  older = await startScenario({ size: 'demo', policy: quickPolicy, isRead: true });
});
afterAll(async () => {
  await older.close();
  await newerDatabase.close();
});

const administrator = (at: ConnectedConsole): ServiceContext => at.context('security-administrator');

/** Switches one assignment at a console. */
const switchAt = (at: ConnectedConsole, turn: Turn) =>
  changeAccess({ ctx: administrator(at), input: { ...turn, reason: 'upgrade' } });

it('goes on beside the next release in one database, and refuses with words to start again', async () => {
  // The older console is in the middle of a set while the newer one starts.
  const cells = older.fresh(40);
  await holdPosts(older);
  const set = await storeSet(older, cells);
  await untilPostsAreHeld(older);
  newerDatabase = await openDatabase(older.databaseUrl, { migrations: nextMigrations });
  newer = await older.replica({ database: newerDatabase });
  newer.work(quickPolicy);
  await newer.ledger.append([{ kind: 'next.kind', ...{ of: 'the next release' } } as never]);
  await older.faults();
  expect(await untilSet(older, set, 'done')).toMatchObject({ applied: 40 });

  // Both change access, and each knows what the other did.
  const turns = older.fresh(2);
  const [first, second] = turns;
  if (!first || !second) throw new Error('There are no assignments.');
  expect(await switchAt(older, first)).toMatchObject({ outcome: 'applied' });
  expect(await switchAt(newer, second)).toMatchObject({ outcome: 'applied' });
  for (const at of [older, newer]) {
    const { value } = await listChanges({ ctx: at.context('auditor'), input: {} });
    expect(value).toHaveLength(3);
    const { events } = at.context(null).console;
    const heard = async () =>
      (await events.after(0, 'default'))?.events.flatMap(({ cell }) => (cell ? [cellKey(cell)] : []));
    await expect.poll(heard).toEqual(expect.arrayContaining(turns.map((one) => cellKey(one))));
  }

  // No cell was sent twice, and the log has all of it.
  const posts = (await seenPosts(older)).map(({ cell }) => cellKey(cell));
  expect(posts.sort()).toEqual([...cells, ...turns].map((one) => cellKey(one)).sort());
  const input = {};
  expect(await verifyLedger({ ctx: older.context('auditor'), input })).toMatchObject({ verdict: 'intact' });
  const reply = await listEntries({ ctx: older.context('auditor'), input: { after: 0 } });
  expect(await new Response(reply.body).text()).toContain('next.kind');

  await expect(openDatabase(older.databaseUrl)).rejects.toThrow(
    'The database was made by a newer version of the console.',
  );
});
