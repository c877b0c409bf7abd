import 'server-only';
import type { Logger } from 'pino';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import type { Ledger } from './ledger';

type FactOf = (times: number) => LedgerFacts;

interface Repetition {
  timer: NodeJS.Timeout;
  times: number;
  fact: FactOf;
}

const mostCounted = 5_000;

/** Records denied requests, repetitions within a minute as one entry. Its failures never change the refusal. */
export class DeniedRequests {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #windowMs: number;
  readonly #repetitions = new Map<string, Repetition>();

  constructor(ledger: Ledger, log: Logger, windowMs = 60_000) {
    this.#ledger = ledger;
    this.#log = log;
    this.#windowMs = windowMs;
  }

  /** Notes a denied request; equal `key`s are counted together. Never rejects. */
  async note(key: string, fact: FactOf): Promise<void> {
    const known = this.#repetitions.get(key);
    if (known) {
      known.times++;
      known.fact = fact;
      return;
    }
    this.#begin(key, fact);
    const [oldest] = this.#repetitions.keys();
    if (this.#repetitions.size > mostCounted && oldest !== undefined) void this.#end(oldest);
    await this.#append(fact(1));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#repetitions.keys()].map((key) => this.#end(key)));
  }

  #begin(key: string, fact: FactOf): void {
    const timer = setTimeout(() => void this.#end(key), this.#windowMs).unref();
    this.#repetitions.set(key, { timer, times: 0, fact });
  }

  async #end(key: string): Promise<void> {
    const repetition = this.#repetitions.get(key);
    if (!repetition) return;
    clearTimeout(repetition.timer);
    this.#repetitions.delete(key);
    if (repetition.times === 0) return;
    if (this.#repetitions.size < mostCounted) this.#begin(key, repetition.fact); // keeps repetitions at one entry a minute
    await this.#append(repetition.fact(repetition.times));
  }

  async #append(fact: LedgerFacts): Promise<void> {
    try {
      await this.#ledger.append([fact]);
    } catch (error) {
      this.#log.warn({ err: error, kind: fact.kind }, 'A refusal could not be written into the ledger.');
    }
  }
}
