import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { DatabaseError } from '@/lib/server/db/database-error';
import { migrate, migrations } from '@/lib/server/db/migrate';
import { runUntil } from '@/tests/support/run/child-script';
import { describeSchema } from './schema-snapshot';
import { testDatabase, testedKind, type TestDatabase } from '@/tests/support/database/test-database';
import { withNotes, type NoteTables } from './notes-migrations';

let at: TestDatabase;
const opened: Database[] = [];

/** Opens and remembers to close. */
async function open(list = migrations): Promise<Database> {
  const database = await openDatabase(at.url, { migrations: list });
  opened.push(database);
  return database;
}

async function closeAll(): Promise<void> {
  for (const database of opened.splice(0)) await database.close();
}

async function refusal(list = migrations): Promise<DatabaseError> {
  const error: unknown = await open(list).catch((reason: unknown) => reason);
  if (error instanceof DatabaseError) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

async function done({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

function notes({ kysely }: Database): Promise<NoteTables['note'][]> {
  const db = kysely as unknown as Kysely<NoteTables>; // the tables of withNotes, which this test put there
  return db.selectFrom('note').selectAll().orderBy('id').execute();
}

/** The release before this version, and its newest migration. */
const lastRelease = '0.1.0';
const lastReleased = '0013-retrying';

/** Tables of a schema in words, with their columns and rules. */
function tablesIn(schema: string): Map<string, string[]> {
  return new Map(
    schema.split('\n\n').map((block) => {
      const [name = '', ...lines] = block.trim().split('\n');
      return [name, lines.map((line) => line.trim())];
    }),
  );
}

const bothNotes = [
  { id: 1, text: 'first' },
  { id: 2, text: 'second' },
];

beforeEach(async () => {
  at = await testDatabase();
});
afterEach(async () => {
  await closeAll();
  await at.drop();
});

describe('migrations', () => {
  it('bring an empty database to the newest schema, and have nothing to do the next time', async () => {
    const first = await open();
    expect(await done(first)).toEqual(Object.keys(migrations));
    const schema = await describeSchema(first);
    expect(await migrate(first.kysely)).toEqual([]);
    await closeAll();
    const second = await open();
    expect(await done(second)).toEqual(Object.keys(migrations));
    expect(await describeSchema(second)).toBe(schema);
  });

  it('run only what is new on a database with data in it', async () => {
    const old = await open();
    await sql`insert into person (id, issuer, subject, name, roles, signed_in_at)
      values ('p', 'demo', 's', 'Somebody', '[]', 1700000000000)`.execute(old.kysely);
    expect(await migrate(old.kysely, withNotes())).toEqual(['9001-notes', '9002-more-notes']);
    expect(await notes(old)).toEqual(bothNotes);
    expect(await old.kysely.selectFrom('person').select('name').execute()).toEqual([{ name: 'Somebody' }]);
  });

  it('give the schema that is written down', async () => {
    const file = `tests/database/schema.${testedKind}.txt`;
    const real = await describeSchema(await open());
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(file, real);
    const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(
      real,
      `The schema is not what ${file} says. If you meant to change it, run again with UPDATE_SCHEMA=1 \
(for both databases: with TEST_DATABASE_URL, too) and look at the difference.`,
    ).toBe(written);
  });

  it('only add to the schema of the last release, whose consoles still write in it during an upgrade', async () => {
    const released = Object.entries(migrations).filter(([name]) => name <= lastReleased);
    expect(released.length).toBeLessThan(Object.keys(migrations).length);
    const before = tablesIn(await describeSchema(await open(Object.fromEntries(released))));
    await closeAll();
    const after = tablesIn(await describeSchema(await open()));
    for (const [table, lines] of before) {
      const now = after.get(table) ?? [];
      expect(
        lines.filter((line) => !now.includes(line)),
        `${table} lost these`,
      ).toEqual([]);
      const isHarmless = (line: string) => /^(\w+: .*(, null|, default .*)|create index .*)$/i.test(line);
      expect(
        now.filter((line) => !lines.includes(line) && !isHarmless(line)),
        `${table} refuses what the last release writes`,
      ).toEqual([]);
    }
  });

  it('are told in CHANGELOG.md, under this version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const [newer = ''] = readFileSync('CHANGELOG.md', 'utf8').split(`\n## ${lastRelease}\n`);
    expect(newer).toContain(`\n## ${version} — `);
    for (const name of Object.keys(migrations).filter((one) => one > lastReleased))
      expect(newer, name).toContain(name.slice(0, 4));
  });

  it('leave everything as it was when one fails, and say which', async () => {
    const before = await describeSchema(await open());
    await closeAll();
    const error = await refusal(withNotes((db) => sql`insert into nowhere values (1)`.execute(db).then()));
    expect(error.message).toMatch(/migration 9002-more-notes\) and is as it was before\. .*nowhere/);
    const after = await open();
    expect(await describeSchema(after)).toBe(before);
    expect(await done(after)).toEqual(Object.keys(migrations));
  });

  it('can be tried again at once after they failed', async () => {
    await refusal(
      withNotes(() => {
        throw new Error('The disk is full, say.');
      }),
    );
    expect(await notes(await open(withNotes()))).toEqual(bothNotes);
  });

  it('refuse a database that a newer version of the console made, and leave it alone', async () => {
    const newer = await describeSchema(await open(withNotes()));
    await closeAll();
    expect((await refusal()).message).toBe(
      'The database was made by a newer version of the console. Start that version, or restore a backup of before.',
    );
    const again = await open(withNotes());
    expect(await describeSchema(again)).toBe(newer);
    expect(await notes(again)).toEqual(bothNotes);
  });

  it('killed half-way on an empty database, leave one that starts', async () => {
    const child = await runUntil((line) => line === 'half', new URL('./stop-half-way.ts', import.meta.url), {
      args: [at.url],
    });
    await child.kill();
    const database = await open(withNotes());
    expect(await done(database)).toEqual([...Object.keys(migrations), '9001-notes', '9002-more-notes']);
    expect(await notes(database)).toEqual(bothNotes);
  });

  it('killed half-way on a database in use, leave the version before it able to start as well', async () => {
    const before = await describeSchema(await open());
    await closeAll();
    const child = await runUntil((line) => line === 'half', new URL('./stop-half-way.ts', import.meta.url), {
      args: [at.url],
    });
    await child.kill();
    const old = await open();
    expect(await describeSchema(old)).toBe(before);
    await closeAll();
    expect(await notes(await open(withNotes()))).toEqual(bothNotes);
  });
});
