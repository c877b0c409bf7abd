import 'server-only';
import type { Logger } from 'pino';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { Ledger } from './ledger';

type FactOf = (times: number) => LedgerFacts;

interface Quiet {
  timer: NodeJS.Timeout;
  times: number;
  fact: FactOf;
}

/** Kinds of requests counted at once; beyond that the oldest is recorded early. */
const mostCounted = 5_000;

/**
 * Records denied requests: the first at once, repetitions within a minute as one entry. A failed write never changes
 * the answer to the request.
 */
export class DeniedRequests {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #quietMs: number;
  readonly #quiet = new Map<string, Quiet>();

  constructor(ledger: Ledger, log: Logger, quietMs = 60_000) {
    this.#ledger = ledger;
    this.#log = log;
    this.#quietMs = quietMs;
  }

  /** Notes a denied request; equal `key`s are counted together. Never rejects. */
  async note(key: string, fact: FactOf): Promise<void> {
    const known = this.#quiet.get(key);
    if (known) {
      known.times++;
      known.fact = fact;
      return;
    }
    this.#begin(key, fact);
    const [oldest] = this.#quiet.keys();
    if (this.#quiet.size > mostCounted && oldest !== undefined) void this.#end(oldest);
    await this.#append(fact(1));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#quiet.keys()].map((key) => this.#end(key)));
  }

  #begin(key: string, fact: FactOf): void {
    const timer = setTimeout(() => void this.#end(key), this.#quietMs).unref();
    this.#quiet.set(key, { timer, times: 0, fact });
  }

  async #end(key: string): Promise<void> {
    const quiet = this.#quiet.get(key);
    if (!quiet) return;
    clearTimeout(quiet.timer);
    this.#quiet.delete(key);
    if (quiet.times === 0) return;
    if (this.#quiet.size < mostCounted) this.#begin(key, quiet.fact); // keeps repetitions at one entry a minute
    await this.#append(quiet.fact(quiet.times));
  }

  async #append(fact: LedgerFacts): Promise<void> {
    try {
      await this.#ledger.append([fact]);
    } catch (error) {
      this.#log.warn({ err: error, kind: fact.kind }, 'A refusal could not be written into the ledger.');
    }
  }
}
