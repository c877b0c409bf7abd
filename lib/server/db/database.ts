import 'server-only';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql, type LogEvent, type Migration } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { orLate } from '@/lib/server/until';
import { DatabaseError, fromDriver, reasonOf } from './database-error';
import { EmbeddedDialect } from './embedded-dialect';
import { lockFile } from './file-lock';
import { migrate } from './migrate';
import { localNotices, postgresNotices, type Notices } from './notices';
import { sqlDialects, type SqlDialect } from './sql-dialects';
import type { Tables } from './tables';
import { writeProbe } from './write-probe';

/** The console's own database, open and at the newest schema. */
export interface Database {
  kysely: Kysely<Tables>;
  dialect: SqlDialect;
  /** Whether it answers now. */
  isUp: () => Promise<boolean>;
  /** Why it refuses writes now, in words that anybody may read; null while it takes them. It tries every 10 s at most. */
  whyNoWrites: () => Promise<string | null>;
  /** Opens a way to tell every process that uses the database something; whoever opens it closes it. */
  openNotices: () => Notices;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  /** A connection that broke; the next query opens another. */
  onLost?: (error: Error) => void;
  /** What to bring the schema to, by number; the console's own unless said. */
  migrations?: Record<string, Migration>;
}

/**
 * Opens the database and runs pending migrations.
 * @param url `file:<path>` for the embedded database, or `postgres://…`.
 * @throws DatabaseError when it cannot be opened, is in use by another process, or cannot be migrated.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const opened = url.startsWith('file:')
    ? await openFile(url.slice('file:'.length), options)
    : await openServer(url, options);
  return {
    ...opened,
    isUp: () => {
      const answer = sql`select 1`.execute(opened.kysely).then(
        () => true,
        () => false,
      );
      return orLate(answer, connectMs, false); // behind a network that swallows everything none comes
    },
    whyNoWrites: writeProbe(opened.kysely),
  };
}

/** The time by the database's clock (epoch ms), which the rows go by. */
export async function nowOf({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<number> {
  const { now } = await kysely.selectNoFrom(dialect.now.as('now')).executeTakeFirstOrThrow();
  return now;
}

type Opened = Omit<Database, 'isUp' | 'whyNoWrites'>;

async function openFile(file: string, { migrations }: DatabaseOptions): Promise<Opened> {
  const unlock = lockFile(file);
  const kysely = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ file, database: () => Promise.resolve(openLibsql(file)) }),
    log: markFailure,
  });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    unlock();
  };
  await orClose(
    migrate(kysely, migrations),
    close,
    (reason) => `The database ${file} cannot be used: ${reason}`,
  );
  return { kysely, dialect: sqlDialects.libsql, openNotices: localNotices, close };
}

function openLibsql(file: string): Libsql.Database {
  closeSync(openSync(file, 'a', 0o600)); // SQLite's own would be readable by everybody; its side files take after this
  const database = new Libsql(file);
  database.pragma('busy_timeout = 5000'); // a backup tool may be reading, or a process before may be closing it
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // an acknowledged commit survives a power cut
  database.pragma('foreign_keys = ON');
  return database;
}

/** Beyond this the database counts as down, for a person waits. */
const connectMs = 5_000;
const statementMs = 5_000; // also of a transaction that a frozen process left open, with the locks it holds
/** A connection this long without a byte is dead: statements end before, and idle connections are closed before. */
const silentMs = 20_000;

async function openServer(url: string, { onLost, migrations }: DatabaseOptions): Promise<Opened> {
  const common = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'mem-console',
    types: { getTypeParser },
  };
  const connect = (limits: pg.PoolConfig): Kysely<Tables> => {
    const pool = new pg.Pool({ ...common, ...limits });
    // Without listeners a broken connection would end the process: the pool's is for idle ones, its own for busy ones.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)));
    const marked = {
      connect: () =>
        pool.connect().catch((error: unknown) => {
          throw fromDriver(error);
        }),
      end: () => pool.end(),
    };
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: marked }), log: markFailure });
  };
  const patient = connect({ max: 2 }); // a replica may wait long for another one's migration
  const unreachable = (reason: string): string =>
    `PostgreSQL cannot be used as DATABASE_URL says. Start it, or correct the setting: ${reason}`;
  await orClose(migrate(patient, migrations), () => patient.destroy(), unreachable);
  await patient.destroy();
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs };
  const kysely = connect({ max: 10, ...limits, stream: promptSocket });
  // Only a pool that was used once can be closed; and limits that a pooler in between refuses are found now.
  await orClose(sql`select 1`.execute(kysely), () => kysely.destroy(), unreachable);
  const openNotices = (): Notices =>
    postgresNotices(kysely, () => new pg.Client({ ...common, stream: promptSocket }));
  return { kysely, dialect: sqlDialects.postgresql, openNotices, close: () => kysely.destroy() };
}

/** Kysely tells here what a statement failed with; what fails beside statements is not the database's. */
function markFailure(event: LogEvent): void {
  if (event.level === 'error') fromDriver(event.error);
}

/** As the driver reads values, but 64-bit integers as numbers: they are times and counts below 2^53 here. */
function getTypeParser(
  ...[oid, format]: Parameters<typeof pg.types.getTypeParser>
): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown; // typed any; every parser takes the text
}

/** A socket that breaks instead of waiting for ever for a server or network that has gone dumb. */
function promptSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(silentMs, () => {
    socket.destroy(new Error(`PostgreSQL did not answer for ${String(silentMs / 1_000)} seconds.`));
  });
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
