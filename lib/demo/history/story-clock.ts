import 'server-only';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';

/** A clock that can be set back and then runs on. */
export class StoryClock {
  #behindMs = 0;

  setTo(at: number): void {
    this.#behindMs = Math.max(0, Date.now() - at);
  }

  readonly now = (): number => Date.now() - this.#behindMs;

  /** The same database on this clock, which leases, rows and ledger entries then use. */
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
