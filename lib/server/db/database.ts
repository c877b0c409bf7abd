import 'server-only';
import { closeSync, fchmodSync, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql, type LogEvent, type Migration } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { withTimeLimit } from '@/lib/server/until';
import { DatabaseError, fromDriver, reasonOf } from './database-error';
import { EmbeddedDialect } from './embedded-dialect';
import { lockFile } from './file-lock';
import { migrate } from './migrate';
import { localSignals, postgresSignals, type ReplicaSignals } from './replica-signals';
import { sqlDialects, type SqlDialect } from './sql-dialects';
import type { Tables } from './tables';
import { writeProbe } from './write-probe';

/** The console's own database at the newest schema. */
export interface Database {
  kysely: Kysely<Tables>;
  dialect: SqlDialect;
  isUp: () => Promise<boolean>;
  /** Why the database refuses writes, in public words; null while it accepts them. Tries every 10 s at most. */
  whyNoWrites: () => Promise<string | null>;
  /** Opens signals to all replicas; the caller closes them. */
  openSignals: () => ReplicaSignals;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  /** Hears of a broken connection; the next query opens another. */
  onLost?: (error: Error) => void;
  /** Hears of each statement that ended. @param sql with placeholders for what people typed. */
  onStatement?: (sql: string, ms: number, failed: boolean) => void;
  /** Replaces the console's migrations. */
  migrations?: Record<string, Migration>;
}

/** Opens and migrates `file:<path>` or `postgres://…`. @throws DatabaseError with the reason. */
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
      return withTimeLimit(answer, connectMs, false); // a dead network gives no answer
    },
    whyNoWrites: writeProbe(opened.kysely),
  };
}

/** The database's clock in epoch ms; all rows use it. */
export async function nowOf({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<number> {
  const { now } = await kysely.selectNoFrom(dialect.now.as('now')).executeTakeFirstOrThrow();
  return now;
}

type Opened = Omit<Database, 'isUp' | 'whyNoWrites'>;

async function openFile(file: string, { migrations, onStatement }: DatabaseOptions): Promise<Opened> {
  const unlock = lockFile(file);
  const kysely = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ file, database: () => Promise.resolve(openLibsql(file)) }),
    log: listenTo(onStatement),
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
  return { kysely, dialect: sqlDialects.libsql, openSignals: localSignals, close };
}

/** SQLite, and who puts a backup in its place, would let everybody read it; its side files copy this mode. */
function keepPrivate(file: string): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    if ((fstatSync(handle).mode & 0o077) !== 0) fchmodSync(handle, 0o600);
  } catch {
    // The file is another user's, who decides.
  }
  closeSync(handle);
}

function openLibsql(file: string): Libsql.Database {
  keepPrivate(file);
  const database = new Libsql(file);
  database.pragma('busy_timeout = 5000'); // a backup tool may read it, or a former process may close it
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // a commit survives a power cut
  database.pragma('foreign_keys = ON');
  return database;
}

/** The database counts as down after this time, because a person waits. */
const connectMs = 5_000;
const statementMs = 5_000; // also ends the transaction and locks of a frozen process
/** A silent connection is dead: statements and idle connections end earlier. */
const silentMs = 20_000;

async function openServer(
  url: string,
  { onLost, migrations, onStatement }: DatabaseOptions,
): Promise<Opened> {
  const common = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    application_name: 'mem-console',
    types: { getTypeParser },
  };
  const connect = (limits: pg.PoolConfig): Kysely<Tables> => {
    const pool = new pg.Pool({ ...common, ...limits });
    // Without listeners a broken connection would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)));
    const marked = {
      connect: () =>
        pool.connect().catch((error: unknown) => {
          throw fromDriver(error);
        }),
      end: () => pool.end(),
    };
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: marked }), log: listenTo(onStatement) });
  };
  const patient = connect({ max: 2 }); // a replica may wait long for another one's migration
  const unreachable = (reason: string): string =>
    `PostgreSQL cannot be used as DATABASE_URL says. Start it, or correct the setting: ${reason}`;
  await orClose(migrate(patient, migrations), () => patient.destroy(), unreachable);
  await patient.destroy();
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs };
  const kysely = connect({ max: 10, ...limits, stream: promptSocket });
  // A pool closes only after its first use, which also shows whether a pooler refuses the limits.
  await orClose(sql`select 1`.execute(kysely), () => kysely.destroy(), unreachable);
  const openSignals = (): ReplicaSignals =>
    postgresSignals(kysely, () => new pg.Client({ ...common, stream: promptSocket }));
  return { kysely, dialect: sqlDialects.postgresql, openSignals, close: () => kysely.destroy() };
}

/** Marks failed statements: Kysely logs no other failures, so these stay unmarked. */
function listenTo(onStatement: DatabaseOptions['onStatement']) {
  return (event: LogEvent): void => {
    if (event.level === 'error') fromDriver(event.error);
    onStatement?.(event.query.sql, event.queryDurationMillis, event.level === 'error');
  };
}

/** 64-bit integers become numbers: times and counts are below 2^53. */
function getTypeParser(
  ...[oid, format]: Parameters<typeof pg.types.getTypeParser>
): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown; // typed any; every parser takes the text
}

/** A socket that breaks when the server or network is silent. */
function promptSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(silentMs, () => {
    socket.destroy(new Error(`PostgreSQL did not answer for ${String(silentMs / 1_000)} seconds.`));
  });
}

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
