import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { DatabaseError } from '@/lib/server/db/database-error';
import { migrations } from '@/lib/server/db/migrate';
import { freePort } from '@/tests/support/console/console-process';
import { onServer, testDatabase, type TestDatabase } from '@/tests/support/database/test-database';
import { withNotes } from '@/tests/database/notes-migrations';

/** For a busy machine. */
const patience = { timeout: 20_000 };

let at: TestDatabase;
beforeEach(async () => {
  at = await testDatabase();
});
afterEach(() => at.drop());

function changed(change: (url: URL) => void): string {
  const url = new URL(at.url);
  change(url);
  return url.href;
}

/** The words of a refusal, after making sure that no password is anywhere in it. */
async function refusal(url: string, ...secrets: string[]): Promise<string> {
  const error: unknown = await openDatabase(url).catch((reason: unknown) => reason);
  if (!(error instanceof DatabaseError)) throw new Error('It was not refused in words.');
  const whole = inspect(error, { depth: 9 });
  for (const secret of [...secrets, new URL(at.url).password].filter((text) => text !== ''))
    expect(whole.includes(secret), 'The password is in the error.').toBe(false);
  return error.message;
}

describe('replicas that start together', () => {
  it('on an empty database all serve, and each migration has run once', async () => {
    const slowly = withNotes((db) => sql`select pg_sleep(0.5)`.execute(db).then());
    const replicas: Database[] = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase(at.url, { migrations: slowly })),
    );
    try {
      for (const { kysely, isUp } of replicas) {
        expect(await isUp()).toBe(true);
        const { rows } = await sql`select id from note order by id`.execute(kysely);
        expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
      }
      const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
        replicas[0]?.kysely ?? expect.fail('No replica started.'),
      );
      expect(rows.map(({ name }) => name)).toEqual([
        ...Object.keys(migrations),
        '9001-notes',
        '9002-more-notes',
      ]);
    } finally {
      for (const replica of replicas) await replica.close();
    }
  });

  it('wait for the one that migrates, without a statement of theirs in between', async () => {
    await (await openDatabase(at.url)).close();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = openDatabase(at.url, { migrations: withNotes(() => gate) });
    const watcher = await openWatcher();
    await expect.poll(() => watcher.waiting('granted'), patience).toBe(1);
    const second = openDatabase(at.url, { migrations: withNotes() });
    await expect.poll(() => watcher.waiting('not granted'), patience).toBe(1);
    open();
    for (const replica of await Promise.all([first, second])) await replica.close();
    await watcher.close();
  });
});

/** Counts who holds, and who waits for, the lock of migrations. */
async function openWatcher(): Promise<{
  waiting: (how: string) => Promise<number>;
  close: () => Promise<void>;
}> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: at.url });
  await client.connect();
  return {
    waiting: async (how) => {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from pg_locks where locktype = 'advisory' and ${how}
         and database = (select oid from pg_database where datname = current_database())`,
      );
      return Number(rows[0]?.count);
    },
    close: () => client.end(),
  };
}

describe('a DATABASE_URL of PostgreSQL that cannot be used', () => {
  const start = 'PostgreSQL cannot be used as DATABASE_URL says. Start it, or correct the setting: ';

  it('says so with a wrong password', async () => {
    const words = await refusal(
      changed((url) => (url.password = 'canary-password')),
      'canary-password',
    );
    expect(words).toContain(`${start}password authentication failed for user "${new URL(at.url).username}"`);
  });

  it.each(['127.0.0.1', 'localhost'])('says so when nothing listens there (%s)', async (host) => {
    const port = await freePort();
    const words = await refusal(changed((url) => ((url.hostname = host), (url.port = String(port)))));
    expect(words).toMatch(new RegExp(`^${start}connect ECONNREFUSED .*:${String(port)}`));
  });

  it('says so when there is no such host', async () => {
    const words = await refusal(changed((url) => (url.hostname = 'nowhere.invalid')));
    expect(words).toMatch(new RegExp(`^${start}getaddrinfo (ENOTFOUND|EAI_AGAIN) nowhere\\.invalid`));
  });

  it('says so when there is no such database', async () => {
    const words = await refusal(changed((url) => (url.pathname = '/nothing_here')));
    expect(words).toBe(`${start}database "nothing_here" does not exist`);
  });

  it('says so with a password that is not percent-encoded', async () => {
    const { username, host, pathname } = new URL(at.url);
    const words = await refusal(`postgres://${username}:canary%zz@${host}${pathname}`, 'canary');
    expect(words).toMatch(new RegExp(`^${start}.*(URI malformed|password)`));
  });

  it('says so when the user may not make tables', async () => {
    const name = `guest_${new URL(at.url).pathname.slice(1)}`;
    await onServer(at.url, `create role ${name} login password 'canary-guest'`);
    await onServer(at.url, 'revoke create on schema public from public');
    try {
      const url = changed((to) => ((to.username = name), (to.password = 'canary-guest')));
      expect(await refusal(url, 'canary-guest')).toBe(`${start}permission denied for schema public`);
    } finally {
      await onServer(at.url, `drop role ${name}`);
    }
  });
});
