import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Insertable, Transaction } from 'kysely';
import type { LedgerEntry, LedgerFacts } from '@/lib/contract/changes/ledger';
import type { Verification } from '@/lib/contract/changes/verification';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { chainStart, linkOf } from '@/lib/domain/ledger/chain';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable, isAway } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { lookupColumns } from './entry';
import type { LogRow } from './log-file';
import { sha256 } from '@/lib/server/sha256';

type LedgerListener = (entries: readonly LedgerEntry[]) => void;

export interface Recorded<T> {
  facts: readonly LedgerFacts[];
  result: T;
}

export interface Written<T> {
  result: T;
  entries: readonly LedgerEntry[];
}

/** PostgreSQL takes 65,535 parameters in one statement, SQLite 32,766. */
const rowsPerInsert = 500;

/**
 * The append-only record of everything the console did. One transaction writes entries and the rows they describe, and
 * locks the head last. Every method throws ConsoleError `ledger-unavailable`; then nothing was written, unless it says
 * `mayBeDone`.
 */
export class Ledger {
  readonly #database: Database;
  readonly #onListenerFailure: (error: unknown) => void;
  readonly #listeners = new Set<LedgerListener>();
  lastVerification: Verification | null = null;

  /** @param onListenerFailure receives a listener's error; the entries stay committed. */
  constructor(database: Database, onListenerFailure: (error: unknown) => void = throwUncaught) {
    this.#database = database;
    this.#onListenerFailure = onListenerFailure;
  }

  subscribe(listener: LedgerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async append(facts: readonly LedgerFacts[]): Promise<readonly LedgerEntry[]> {
    return (await this.write(() => Promise.resolve({ facts, result: undefined }))).entries;
  }

  /**
   * Does database work and appends its entries, all or nothing. `work` may run again, so it changes only the database.
   */
  async record<T>(work: (transaction: Transaction<Tables>) => Promise<Recorded<T>>): Promise<T> {
    return (await this.write(work)).result;
  }

  /** As `record`. @returns the appended entries too. */
  async write<T>(work: (transaction: Transaction<Tables>) => Promise<Recorded<T>>): Promise<Written<T>> {
    const written = await orUnavailable(() => retryConflicts(() => this.#writeOnce(work)));
    if (written.entries.length > 0)
      for (const listener of this.#listeners)
        try {
          listener(written.entries);
        } catch (error) {
          this.#onListenerFailure(error);
        }
    return written;
  }

  async #writeOnce<T>(work: (transaction: Transaction<Tables>) => Promise<Recorded<T>>): Promise<Written<T>> {
    let isCommitting = false;
    try {
      return await this.#database.kysely.transaction().execute(async (transaction) => {
        const { facts, result } = await work(transaction);
        const entries = facts.length === 0 ? [] : await this.#appendIn(transaction, facts);
        isCommitting = true;
        return { result, entries };
      });
    } catch (error) {
      throw isCommitting && isAway(error) && !isConflict(error) ? maybeWritten(error) : error;
    }
  }

  /** Number and hash of the newest entry; 0 and the chain's start when the ledger is empty. */
  head(): Promise<{ seq: number; hash: string }> {
    return orUnavailable(async () => {
      const row = await this.#database.kysely
        .selectFrom('ledger_head')
        .select(['seq', 'hash'])
        .executeTakeFirst();
      return row ?? { seq: 0, hash: chainStart };
    });
  }

  /** Entries after a number, oldest first. */
  read(after: number, most: number): Promise<Pick<LogRow, 'seq' | 'at' | 'body' | 'hash'>[]> {
    return orUnavailable(() =>
      this.#database.kysely
        .selectFrom('ledger_entry')
        .select(['seq', 'at', 'body', 'hash'])
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(most)
        .execute(),
    );
  }

  async #appendIn(
    transaction: Transaction<Tables>,
    facts: readonly LedgerFacts[],
  ): Promise<readonly LedgerEntry[]> {
    const { seq, hash, now } = await this.#lockHead(transaction);
    const all = seq === 0 ? [{ kind: 'ledger.began', ledger: randomUUID() } as const, ...facts] : facts;
    const at = new Date(now).toISOString();
    let before = hash;
    const rows: Insertable<Tables['ledger_entry']>[] = [];
    const entries: LedgerEntry[] = [];
    for (const [index, one] of all.entries()) {
      const entry: LedgerEntry = { ...one, seq: seq + 1 + index, at };
      const body = canonicalJson(entry); // the schema allows plain data only
      before = linkOf(before, body, sha256).hash;
      rows.push({ seq: entry.seq, at: now, kind: entry.kind, ...lookupColumns(entry), body, hash: before });
      entries.push(entry);
    }
    for (let i = 0; i < rows.length; i += rowsPerInsert)
      await transaction
        .insertInto('ledger_entry')
        .values(rows.slice(i, i + rowsPerInsert))
        .execute();
    await transaction
      .updateTable('ledger_head')
      .set({ seq: seq + all.length, hash: before })
      .execute();
    return entries;
  }

  async #lockHead(transaction: Transaction<Tables>): Promise<{ seq: number; hash: string; now: number }> {
    const head = await lockedHead(transaction, this.#database.dialect);
    if (head) return head;
    await transaction
      .insertInto('ledger_head')
      .values({ id: 1, seq: 0, hash: chainStart })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return this.#lockHead(transaction);
  }
}

/** Locks the head, so that replicas append in turn; undefined: the ledger is empty. `now`: the database's time. */
export function lockedHead(transaction: Transaction<Tables>, { now }: Database['dialect']) {
  // An update that changes nothing locks the row in both databases.
  return transaction
    .updateTable('ledger_head')
    .set((set) => ({ seq: set.ref('seq') }))
    .returning(['seq', 'hash', now.as('now')])
    .executeTakeFirst();
}

function throwUncaught(cause: unknown): void {
  setImmediate(() => {
    throw new Error('A listener of the ledger failed.', { cause });
  });
}

const conflictCodes = ['40P01', '40001'];
const mostTries = 4;

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.includes(String(error.code));
}

function maybeWritten(cause: unknown): ConsoleError {
  return new ConsoleError(
    'ledger-unavailable',
    "The console's database broke off while it was writing, so it may have been written or not. Look at the changes before you try again; if it stays, tell the operator of the console.",
    { cause, mayBeDone: true },
  );
}
