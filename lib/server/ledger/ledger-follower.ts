import 'server-only';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { backoffMs } from '@/lib/domain/backoff';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import type { Tables } from '@/lib/server/db/tables';
import { withDeadline } from '@/lib/server/until';
import { entryIn } from './entry';

export interface FollowedEntry {
  seq: number;
  /** Milliseconds since 1970 by the database's clock. */
  at: number;
  /** Null: the entry is damaged, or a newer version of the console wrote it. */
  entry: LedgerEntry | null;
  body: string;
  hash: string;
}

/** Database work that commits together with the cursor. */
export type WithCursor = (transaction: Transaction<Tables>) => Promise<void>;

export interface FollowerParts {
  /** The cursor's row. */
  name: 'audit-log' | 'notices';
  /** Where the first start of this name begins: at the log's first entry, or after its newest. */
  from: 'first' | 'newest';
  /**
   * Handles entries in order; outside a transaction, so that a slow disk never holds the database. Entries come again
   * after an error or a kill. What it returns is committed together with the cursor, exactly once. Once the signal is
   * aborted another replica may follow, so the handler ends.
   */
  handle: (entries: readonly FollowedEntry[], signal: AbortSignal) => Promise<WithCursor | undefined>;
  database: Database;
  signals: ReplicaSignals;
  log: Pick<Logger, 'warn' | 'info'>;
}

const entriesAtOnce = 500;
/** Interval of looks without a signal, because signals may get lost. */
const lookMs = 2_000;
/** A killed replica's entries wait this long for another replica. */
const leaseMs = 30_000;
const failureBackoff = { firstMs: 1_000, longestMs: 60_000 };

/** Hands every entry of the log to a handler, in order and without gaps, on one replica at a time and over restarts. */
export class LedgerFollower {
  readonly #parts: FollowerParts;
  readonly #owner = randomUUID();
  readonly #closing = new AbortController();
  #isBegun = false;
  #failures = 0;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#unsubscribe = this.#parts.signals.listen('ledger', () => {
      if (this.#failures === 0) void this.#look();
    });
    void this.#look();
  }

  /** Handles the entries so far. Resolves also where that failed, or where another replica follows. */
  async catchUp(): Promise<void> {
    await this.#looking;
    await this.#look();
  }

  /** Ends the handler and lets another replica follow. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    const { kysely } = this.#parts.database;
    await kysely
      .updateTable('ledger_cursor')
      .set({ lease_until: 0 })
      .where('name', '=', this.#parts.name)
      .where('lease_owner', '=', this.#owner)
      .execute();
  }

  #look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return this.#looking;
    }
    clearTimeout(this.#timer);
    const { log, name: follower } = this.#parts;
    this.#looking = this.#follow()
      .then(
        () => {
          if (this.#failures > 0) log.info({ follower }, 'A follower of the log goes on.');
          this.#failures = 0;
        },
        (error: unknown) => {
          if (this.#closing.signal.aborted) return;
          if (this.#failures++ === 0)
            log.warn(
              { err: error, follower },
              'A follower of the log failed; it tries again and catches up.',
            );
        },
      )
      .finally(() => {
        this.#looking = null;
        if (this.#closing.signal.aborted) return;
        if (this.#lookAgain && this.#failures === 0) {
          this.#lookAgain = false;
          void this.#look();
          return;
        }
        this.#lookAgain = false;
        const waitMs = this.#failures === 0 ? lookMs : backoffMs(this.#failures, failureBackoff);
        this.#timer = setTimeout(() => void this.#look(), waitMs).unref();
      });
    return this.#looking;
  }

  async #follow(): Promise<void> {
    if (!this.#isBegun) await this.#begin();
    this.#isBegun = true;
    while (!this.#closing.signal.aborted && (await this.#hasMore())) {
      const after = await this.#lease();
      if (after === null) return; // another replica follows
      const entries = await this.#entriesAfter(after);
      const last = entries.at(-1)?.seq;
      if (last === undefined) return;
      const write = await withDeadline(
        (signal) => this.#parts.handle(entries, signal),
        leaseMs / 2,
        this.#closing.signal,
      );
      await this.#move(after, last, write);
      await nextTurn(); // the embedded database never waits, so a long log would keep everybody else out
    }
  }

  async #begin(): Promise<void> {
    const { database, name, from } = this.#parts;
    const newest = sql<number>`coalesce((select seq from ledger_head), 0)`;
    await orUnavailable(() =>
      database.kysely
        .insertInto('ledger_cursor')
        .values({ name, seq: from === 'first' ? 0 : newest, lease_owner: null })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
  }

  /** Whether the log goes on after the cursor: a read, so that replicas write only where there is work. */
  async #hasMore(): Promise<boolean> {
    const { database, name } = this.#parts;
    const row = await orUnavailable(() =>
      database.kysely
        .selectFrom(['ledger_cursor', 'ledger_head'])
        .select(['ledger_cursor.seq as handled', 'ledger_head.seq as newest'])
        .where('name', '=', name)
        .executeTakeFirst(),
    );
    return row !== undefined && row.handled < row.newest;
  }

  /** @returns the newest handled entry; null while another replica has the lease. */
  async #lease(): Promise<number | null> {
    const { database, name } = this.#parts;
    const { now } = database.dialect;
    const row = await orUnavailable(() =>
      database.kysely
        .updateTable('ledger_cursor')
        .set({ lease_owner: this.#owner, lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` })
        .where('name', '=', name)
        .where((where) => where.or([where('lease_owner', '=', this.#owner), where('lease_until', '<=', now)]))
        .returning('seq')
        .executeTakeFirst(),
    );
    return row?.seq ?? null;
  }

  async #entriesAfter(after: number): Promise<FollowedEntry[]> {
    const { kysely } = this.#parts.database;
    const rows = await orUnavailable(() =>
      kysely
        .selectFrom('ledger_entry')
        .select(['seq', 'at', 'body', 'hash'])
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(entriesAtOnce)
        .execute(),
    );
    return rows.map((row) => ({ ...row, entry: entryIn(row.body) }));
  }

  async #move(after: number, last: number, write: WithCursor | undefined): Promise<void> {
    const { database, name } = this.#parts;
    await orUnavailable(() =>
      database.kysely.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('ledger_cursor')
          .set({ seq: last })
          .where('name', '=', name)
          .where('lease_owner', '=', this.#owner)
          .where('seq', '=', after)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) throw new Error('Another replica follows the log.');
        await write?.(transaction);
      }),
    );
  }
}
