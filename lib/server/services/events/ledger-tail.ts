import 'server-only';
import type { Logger } from 'pino';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Ledger } from '@/lib/server/ledger/ledger';

/** `after`: the newest entry passed on before these. */
type EntryListener = (entries: readonly LedgerEntry[], after: number) => void;

/** Polling interval, because signals may get lost. */
const pollMs = 1_000;
const rowsAtOnce = 1_000;
const mostOwnEntries = 10_000;

/**
 * Follows the ledger from its end at the start: every entry of all replicas once, in order, without gaps. Own
 * entries come from this process's appends, others from the table; unreadable ones are logged and skipped.
 */
export class LedgerTail {
  readonly #ledger: Ledger;
  readonly #signals: ReplicaSignals;
  readonly #log: Logger;
  readonly #listeners = new Set<EntryListener>();
  readonly #ownEntries = new Map<number, LedgerEntry>();
  #last: number | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  #stops: (() => void)[] = [];

  constructor(ledger: Ledger, signals: ReplicaSignals, log: Logger) {
    this.#ledger = ledger;
    this.#signals = signals;
    this.#log = log;
  }

  /** Null until the first read of the ledger. */
  get last(): number | null {
    return this.#last;
  }

  /** @returns unsubscribes. */
  subscribe(listener: EntryListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    const timer = setInterval(() => this.#poll(), pollMs).unref();
    this.#stops = [
      () => clearInterval(timer),
      this.#ledger.subscribe((entries) => this.#appended(entries)),
      this.#signals.listen('ledger', (seq) => {
        if (this.#last === null || !(Number(seq) <= this.#last)) this.#poll();
      }),
    ];
    this.#poll();
  }

  /** Resolves when all entries so far are passed on, or the database is down. */
  async catchUp(): Promise<void> {
    await this.#reading;
    this.#poll();
    await this.#reading;
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#listeners.clear();
  }

  #appended(entries: readonly LedgerEntry[]): void {
    for (const entry of entries)
      if (this.#ownEntries.size < mostOwnEntries && entry.seq > (this.#last ?? 0))
        this.#ownEntries.set(entry.seq, entry);
    if (this.#reading) this.#readAgain = true;
    else if (this.#last === null || this.#passOnOwn() === 0) this.#poll();
  }

  #passOnOwn(): number {
    const next: LedgerEntry[] = [];
    for (let seq = (this.#last ?? 0) + 1; ; seq++) {
      const entry = this.#ownEntries.get(seq);
      if (!entry) break;
      next.push(entry);
    }
    this.#passOn(next, next.at(-1)?.seq);
    return next.length;
  }

  #passOn(entries: readonly LedgerEntry[], last: number | undefined): void {
    if (last === undefined) return;
    const after = this.#last ?? 0;
    this.#last = last;
    for (const seq of this.#ownEntries.keys()) if (seq <= last) this.#ownEntries.delete(seq);
    for (const listener of this.#listeners)
      try {
        listener(entries, after);
      } catch (error) {
        this.#log.error(
          { err: error, last },
          'Entries of the log could not be passed on to all who follow it.',
        );
      }
  }

  #poll(): void {
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    this.#reading = this.#read()
      .catch(() => undefined) // the database is down; the next look catches up
      .finally(() => {
        this.#reading = null;
        if (!this.#readAgain || this.#stops.length === 0) return;
        this.#readAgain = false;
        if (this.#passOnOwn() === 0) this.#poll();
      });
  }

  async #read(): Promise<void> {
    if (this.#last === null) {
      const { seq } = await this.#ledger.head();
      this.#last = seq;
      for (const own of this.#ownEntries.keys()) if (own <= seq) this.#ownEntries.delete(own);
    }
    for (;;) {
      const rows = await this.#ledger.read(this.#last, rowsAtOnce);
      const entries: LedgerEntry[] = [];
      for (const { seq, body } of rows) {
        const entry = entryIn(body);
        if (entry?.seq === seq) entries.push(entry);
        else
          this.#log.error(
            { seq },
            'An entry of the log cannot be read, so no page is told of it: it was damaged, or written by a newer version. Later ones are told. Verify the log.',
          );
      }
      this.#passOn(entries, rows.at(-1)?.seq);
      if (rows.length < rowsAtOnce) return;
    }
  }
}
