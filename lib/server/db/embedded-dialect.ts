import 'server-only';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDialectConfig,
} from 'kysely';
import { DatabaseError, reasonOf } from './database-error';

/** Kysely believes SQLite's DDL outside transactions; it is transactional, and a kill must leave nothing half made. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Says which file is damaged and what to do, where SQLite says no more than that one is. */
class EmbeddedDriver extends SqliteDriver {
  readonly #file: string;
  #connection: DatabaseConnection | null = null;

  constructor({ file, ...config }: EmbeddedConfig) {
    super(config);
    this.#file = file;
  }

  override async init(): Promise<void> {
    await this.#explained(() => super.init());
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(); // always the same one
    return (this.#connection ??= {
      executeQuery: (query) => this.#explained(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    });
  }

  /** A failure that ended the transaction by itself is told as it was, not as there being none to roll back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    }
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!code.startsWith('SQLITE_CORRUPT')) throw error;
      throw new DatabaseError(
        `The database ${this.#file} is damaged: ${reasonOf(error)}. Stop the console, keep the file, and put the newest backup in its place (docs/operations.md, "A damaged database").`,
        { cause: error },
      );
    }
  }
}

interface EmbeddedConfig extends SqliteDialectConfig {
  /** Path of the database, for what is told of it. */
  file: string;
}

/** SQLite's dialect as the embedded database needs it. */
export class EmbeddedDialect extends SqliteDialect {
  readonly #config: EmbeddedConfig;

  constructor(config: EmbeddedConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
