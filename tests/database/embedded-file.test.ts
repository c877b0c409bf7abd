import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/lib/server/db/database';
import { DatabaseError } from '@/lib/server/db/database-error';
import { Ledger } from '@/lib/server/ledger/ledger';
import { runUntil } from '@/tests/support/run/child-script';
import { testFile } from '@/tests/support/database/test-database';

let at: ReturnType<typeof testFile>;
beforeEach(() => {
  at = testFile();
});
afterEach(() => at.drop());

async function refusal(url: string): Promise<string> {
  const error: unknown = await openDatabase(url).catch((reason: unknown) => reason);
  if (error instanceof DatabaseError) return error.message;
  throw new Error(`It was not refused in words: ${String(error)}`);
}

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.kysely);
  return Object.values(rows[0] ?? {})[0];
}

describe('the embedded database', () => {
  it("writes ahead, to the disk with each commit, on the console's own connection", async () => {
    const database = await openDatabase(at.url);
    expect(await pragma(database, 'journal_mode')).toBe('wal');
    expect(await pragma(database, 'synchronous')).toBe(2); // FULL
    expect(await pragma(database, 'foreign_keys')).toBe(1);
    await database.close();
  });

  it('makes the folders to its file, and lets nobody else read it', async () => {
    const file = join(at.file, '..', 'deep', 'er', 'console.db');
    const database = await openDatabase(`file:${file}`);
    for (const name of [file, `${file}-wal`, `${file}-shm`])
      expect((statSync(name).mode & 0o077).toString(8), name).toBe('0');
    await database.close();
  });

  it('takes others the right to read a copy that was put in its place', async () => {
    await (await openDatabase(at.url)).close();
    chmodSync(at.file, 0o644); // as a backup tool leaves it
    const database = await openDatabase(at.url);
    for (const name of [at.file, `${at.file}-wal`, `${at.file}-shm`])
      expect((statSync(name).mode & 0o077).toString(8), name).toBe('0');
    await database.close();
  });

  it('is refused to a second process, which is told of the first', async () => {
    const holder = await runUntil((line) => line === 'open', new URL('./hold-database.ts', import.meta.url), {
      args: [at.url],
    });
    try {
      expect(await refusal(at.url)).toBe(
        `The database ${at.file} is in use by another console (process ${String(holder.pid)}). ` +
          'Stop that one, or give each a DATABASE_URL of its own; for several replicas use PostgreSQL.',
      );
    } finally {
      await holder.kill();
    }
  });

  it('opens at once after the process that had it was killed', async () => {
    const holder = await runUntil((line) => line === 'open', new URL('./hold-database.ts', import.meta.url), {
      args: [at.url],
    });
    await holder.kill();
    const database = await openDatabase(at.url);
    expect(await database.kysely.selectFrom('session').select('id').execute()).toEqual([]);
    await database.close();
  });

  it('is refused a second time in one process too, and free once it is closed', async () => {
    const first = await openDatabase(at.url);
    expect(await refusal(at.url)).toContain(`(process ${String(process.pid)})`);
    expect(await first.isUp()).toBe(true);
    await first.close();
    const second = await openDatabase(at.url);
    // The refusal in between must not have taken the lock off the first.
    expect(await refusal(at.url)).toContain('in use by another console');
    await second.close();
  });

  it('says that it is full where that ended the transaction by itself, and goes on when it is not', async () => {
    const database = await openDatabase(at.url);
    const { kysely } = database;
    await sql`create table filling (content text)`.execute(kysely);
    const row = sql`insert into filling values (hex(zeroblob(1000000)))`;
    await sql`pragma max_page_count = 1`.execute(kysely);
    const write = () => kysely.transaction().execute((transaction) => row.execute(transaction));
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await sql`pragma max_page_count = 1073741823`.execute(kysely);
    await write();
    await database.close();
  });

  it('waits at its opening for a tool that has it to itself for a moment', async () => {
    const tool = await runUntil((line) => line === 'held', new URL('./hold-lock.ts', import.meta.url), {
      args: [at.file],
    });
    const database = await openDatabase(at.url);
    expect(await pragma(database, 'journal_mode')).toBe('wal');
    await database.close();
    await tool.kill();
  });

  it('is read by a backup tool while it is open', async () => {
    const database = await openDatabase(at.url);
    await sql`insert into person (id, issuer, subject, name, roles, signed_in_at)
      values ('p', 'i', 's', 'Somebody', '[]', 0)`.execute(database.kysely);
    const copy = `${at.file}.copy`;
    const { default: Libsql } = await import('libsql');
    const tool = new Libsql(at.file);
    tool.exec(`vacuum into '${copy}'`);
    tool.close();
    await database.close();
    const restored = await openDatabase(`file:${copy}`);
    expect(await restored.kysely.selectFrom('person').select('name').execute()).toEqual([
      { name: 'Somebody' },
    ]);
    await restored.close();
  });

  it('says so when the file is something else, leaves that alone, and holds no lock on it', async () => {
    const text = 'This is a letter, not a database. '.repeat(100);
    writeFileSync(at.file, text);
    for (const time of ['first', 'second'])
      expect(await refusal(at.url), time).toBe(
        `The database ${at.file} cannot be used: file is not a database`,
      );
    expect(statSync(at.file).size).toBe(text.length);
    writeFileSync(at.file, '');
    await (await openDatabase(at.url)).close();
  });

  it('is named with the way back where it is damaged, at the start and later', async () => {
    const written = await openDatabase(at.url);
    const refused = {
      kind: 'request.refused',
      method: 'GET',
      path: '/',
      code: 'forbidden',
      times: 1,
    } as const;
    await new Ledger(written).append(Array.from({ length: 2_000 }, () => refused));
    await sql.raw(`vacuum into '${at.file}.copy'`).execute(written.kysely);
    await written.close();
    const whole = readFileSync(`${at.file}.copy`);
    const damaged = (name: string, from: number, to: number): string => {
      const file = `${at.file}.${name}`;
      writeFileSync(file, Buffer.from(whole).fill(0xa5, from, to));
      return file;
    };
    const wordsOf = (file: string): string =>
      `The database ${file} is damaged: database disk image is malformed. Stop the console, keep the file, and put the newest backup in its place (docs/operations.md, "A damaged database").`;

    const later = damaged('later', 400_000, whole.length - 100_000); // behind the schema, among the entries
    const database = await openDatabase(`file:${later}`);
    await expect(new Ledger(database).read(0, 5_000)).rejects.toMatchObject({
      code: 'ledger-unavailable',
      message: expect.stringContaining("The console's database is damaged") as string,
      cause: { name: 'DatabaseError', message: wordsOf(later) },
    });
    await database.close();
    const atOnce = damaged('at-once', 100, 8_192);
    expect(await refusal(`file:${atOnce}`)).toBe(wordsOf(atOnce));
  });

  it('says so when its folder cannot be made or written', async () => {
    writeFileSync(at.file, '');
    const below = join(at.file, 'console.db');
    expect(await refusal(`file:${below}`)).toMatch(
      new RegExp(
        `^The database ${below} cannot be opened; its folder must be one that the console may write: .*(ENOTDIR|EEXIST)`,
      ),
    );
    // Nobody, not even root, may make files there.
    const nowhere = `/proc/${String(process.pid)}/console.db`;
    expect(await refusal(`file:${nowhere}`)).toMatch(
      new RegExp(`^The database ${nowhere} cannot be opened; `),
    );
    const folder = join(dirname(at.file), 'folder.db');
    mkdirSync(folder);
    expect(await refusal(`file:${folder}`)).toMatch(new RegExp(`^The database ${folder} cannot be used: `));
  });
});
