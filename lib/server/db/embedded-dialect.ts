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

/** Kysely denies SQLite's transactional DDL, but a kill must leave no half migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Names the damaged file and the remedy, which SQLite does not. */
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

  /** Keeps the failure that ended the transaction, which a failed rollback would hide. */
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
  file: string;
}

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
