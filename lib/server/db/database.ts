import 'server-only';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { lockFile } from './file-lock';
import { DatabaseError, migrate } from './migrate';
import { profiles, type DatabaseProfile } from './profiles';
import type { Tables } from './tables';

/** The console's own database, open and at the newest schema. */
export interface Database {
  kysely: Kysely<Tables>;
  profile: DatabaseProfile;
  /** Whether it answers now. */
  isUp: () => Promise<boolean>;
  close: () => Promise<void>;
}

interface DatabaseEvents {
  /** A connection that broke while nobody used it; the next query opens another. */
  onLost?: (error: Error) => void;
}

/** Kysely believes SQLite's DDL outside transactions; it is transactional, and a kill must leave nothing half made. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class EmbeddedDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Opens the database and runs pending migrations.
 * @param url `file:<path>` for the embedded database, or `postgres://…`.
 * @throws DatabaseError when it cannot be opened, is in use by another process, or cannot be migrated.
 */
export async function openDatabase(url: string, events: DatabaseEvents = {}): Promise<Database> {
  const opened = url.startsWith('file:')
    ? await openFile(url.slice('file:'.length))
    : await openServer(url, events);
  return {
    ...opened,
    isUp: () =>
      sql`select 1`.execute(opened.kysely).then(
        () => true,
        () => false,
      ),
  };
}

type Opened = Omit<Database, 'isUp'>;

async function openFile(file: string): Promise<Opened> {
  const unlock = lockedFile(file);
  const kysely = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: () => Promise.resolve(openLibsql(file)) }),
  });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    unlock();
  };
  await orClose(migrate(kysely), close, (reason) => `The database ${file} cannot be used: ${reason}`);
  return { kysely, profile: profiles.libsql, close };
}

function lockedFile(file: string): () => void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return lockFile(file);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`The database ${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

function openLibsql(file: string): Libsql.Database {
  const database = new Libsql(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // an acknowledged commit survives a power cut
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000'); // a backup tool may be reading
  return database;
}

/** Beyond this the database counts as down, for a person waits. */
const connectMs = 5_000;
const statementMs = 15_000;

async function openServer(url: string, { onLost }: DatabaseEvents): Promise<Opened> {
  const connect = (limits: pg.PoolConfig): Kysely<Tables> => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      application_name: 'mem-console',
      // 64-bit integers are times and counts below 2^53 here.
      types: { getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format)) },
      ...limits,
    });
    pool.on('error', (error) => onLost?.(error)); // without a listener it would end the process
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  };
  const patient = connect({ max: 2 }); // a replica may wait long for another one's migration
  const unreachable = (reason: string): string => `PostgreSQL cannot be used as DATABASE_URL says: ${reason}`;
  await orClose(migrate(patient), () => patient.destroy(), unreachable);
  await patient.destroy();
  const kysely = connect({ max: 10, statement_timeout: statementMs });
  return { kysely, profile: profiles.postgresql, close: () => kysely.destroy() };
}

/** Waits for `work`; if it fails, closes what was opened and says why in words. */
async function orClose(
  work: Promise<unknown>,
  close: () => Promise<void>,
  words: (reason: string) => string,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    await close();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(words(reasonOf(error)), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'no reason was given';
}
