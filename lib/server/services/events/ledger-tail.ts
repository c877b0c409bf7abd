import 'server-only';
import type { Logger } from 'pino';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { Notices } from '@/lib/server/db/notices';
import { entryIn } from '@/lib/server/ledger/entry';
import type { Ledger } from '@/lib/server/ledger/ledger';

/** `after`: number of the newest entry passed on before these. */
type EntryListener = (entries: readonly LedgerEntry[], after: number) => void;

/** How often it looks by itself, for a notice may get lost. */
const lookMs = 1_000;
/** Entries of one look. */
const mostAtOnce = 1_000;
/** Entries of this process kept until their turn; beyond, the table has them. */
const mostEarly = 10_000;

/**
 * Follows the ledger from where it ended at the start: every entry once, in the order of the numbers, without a gap,
 * whichever replica wrote it. Those of this process come from its own appends, the others from the table. One that
 * cannot be read is passed over, and told in the log.
 */
export class LedgerTail {
  readonly #ledger: Ledger;
  readonly #notices: Notices;
  readonly #log: Logger;
  readonly #listeners = new Set<EntryListener>();
  /** Entries of this process that are not yet passed on. */
  readonly #early = new Map<number, LedgerEntry>();
  #last: number | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stops: (() => void)[] = [];

  constructor(ledger: Ledger, notices: Notices, log: Logger) {
    this.#ledger = ledger;
    this.#notices = notices;
    this.#log = log;
  }

  /** The newest entry passed on; null until the ledger could be read. */
  get last(): number | null {
    return this.#last;
  }

  /** Calls back with every entry from now on until the returned function is called. */
  subscribe(listener: EntryListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to follow. */
  start(): void {
    const timer = setInterval(() => this.#look(), lookMs).unref();
    this.#stops = [
      () => clearInterval(timer),
      this.#ledger.subscribe((entries) => this.#appended(entries)),
      this.#notices.listen('ledger', (seq) => {
        if (this.#last === null || !(Number(seq) <= this.#last)) this.#look();
      }),
    ];
    this.#look();
  }

  /** Resolves once everything is passed on that was in the table when it was called, or the database is away. */
  async catchUp(): Promise<void> {
    await this.#looking;
    this.#look();
    await this.#looking;
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#listeners.clear();
  }

  #appended(entries: readonly LedgerEntry[]): void {
    for (const entry of entries)
      if (this.#early.size < mostEarly && entry.seq > (this.#last ?? 0)) this.#early.set(entry.seq, entry);
    if (this.#looking) this.#lookAgain = true;
    else if (this.#last === null || this.#passOnEarly() === 0) this.#look();
  }

  /** Passes on what this process appended and is next. @returns how many. */
  #passOnEarly(): number {
    const next: LedgerEntry[] = [];
    for (let seq = (this.#last ?? 0) + 1; ; seq++) {
      const entry = this.#early.get(seq);
      if (!entry) break;
      next.push(entry);
    }
    this.#passOn(next, next.at(-1)?.seq);
    return next.length;
  }

  /** @param last number of the newest entry there was, also of one that could not be read. */
  #passOn(entries: readonly LedgerEntry[], last: number | undefined): void {
    if (last === undefined) return;
    const after = this.#last ?? 0;
    this.#last = last;
    for (const seq of this.#early.keys()) if (seq <= last) this.#early.delete(seq);
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

  #look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#read()
      .catch(() => undefined) // the database is away: the next look finds what came meanwhile
      .finally(() => {
        this.#looking = null;
        if (!this.#lookAgain || this.#stops.length === 0) return;
        this.#lookAgain = false;
        if (this.#passOnEarly() === 0) this.#look();
      });
  }

  async #read(): Promise<void> {
    if (this.#last === null) {
      const { seq } = await this.#ledger.head();
      this.#last = seq;
      for (const early of this.#early.keys()) if (early <= seq) this.#early.delete(early);
    }
    for (;;) {
      const rows = await this.#ledger.read(this.#last, mostAtOnce);
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
      if (rows.length < mostAtOnce) return;
    }
  }
}
