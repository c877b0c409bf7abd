import 'server-only';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';

/** A clock that can be put back: it then goes on from there as any other does. */
export class StoryClock {
  #behindMs = 0;

  /** Has it show this instant (epoch ms) now. */
  putTo(at: number): void {
    this.#behindMs = Math.max(0, Date.now() - at);
  }

  /** Epoch ms. */
  readonly now = (): number => Date.now() - this.#behindMs;

  /** The same database, whose time is this clock's: leases, rows and the ledger's entries all take it from there. */
  on(database: Database): Database {
    const { dialect } = database;
    const behindMs = () => this.#behindMs;
    return {
      ...database,
      dialect: {
        ...dialect,
        get now() {
          return sql<number>`(${dialect.now} - ${sql.lit(behindMs())})`;
        },
      },
    };
  }
}
