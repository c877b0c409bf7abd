import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseKind } from '@/lib/server/db/sql-dialects';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** An empty database for one test or file of tests. */
export interface TestDatabase {
  /** Fit for DATABASE_URL. */
  url: string;
  /** Removes it with all that is in it, whoever is connected. */
  drop: () => Promise<void>;
}

const server = process.env.TEST_DATABASE_URL ?? '';

/** Which database this run of the suite uses. */
export const testedKind: DatabaseKind = server === '' ? 'libsql' : 'postgresql';

/** A new empty database: on the server of TEST_DATABASE_URL where that is set, else a file in a new folder. */
export function testDatabase(): Promise<TestDatabase> {
  return server === '' ? Promise.resolve(testFile()) : databaseOn(server);
}

/** A new file for the embedded database, whatever this run of the suite uses. */
export function testFile(): TestDatabase & { file: string } {
  const folder = temporaryFolder('mem-database');
  const file = join(folder, 'console.db');
  return {
    file,
    url: `file:${file}`,
    drop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** A new database on a PostgreSQL server. */
export async function databaseOn(serverUrl: string): Promise<TestDatabase> {
  const name = `mem_test_${String(process.pid)}_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

/** Runs one statement on the PostgreSQL server itself, beside the console's own connections. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
