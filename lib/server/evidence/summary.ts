import 'server-only';
import type { LedgerEntry } from '@/lib/contract/ledger';
import type { AttemptRow } from './attempts';

/** Rows that the page lists; every one is in `changes.csv`. */
const mostListed = 2_000;

type Outcome = AttemptRow['outcome'];

/** What the page says of the changes: numbers that add up, and the first rows. */
export class Summary {
  readonly byOutcome: Record<Outcome, number> = {
    applied: 0,
    already: 0,
    conflict: 0,
    rejected: 0,
    cancelled: 0,
    unknown: 0,
  };
  readonly rows: AttemptRow[] = [];
  attempts = 0;
  /** How the one set began that this is about. */
  begun: Extract<LedgerEntry, { kind: 'set.created' }> | null = null;
  readonly #isOfSet: boolean;
  /** Last outcome of each cell of that set. */
  readonly #cells = new Map<number, Outcome>();

  constructor(isOfSet: boolean) {
    this.#isOfSet = isOfSet;
  }

  /** Hears of every entry shown. */
  hear(entry: LedgerEntry): void {
    if (this.#isOfSet && entry.kind === 'set.created') this.begun = entry;
  }

  add(row: AttemptRow): void {
    this.attempts++;
    this.byOutcome[row.outcome]++;
    if (this.rows.length < mostListed) this.rows.push(row);
    if (this.#isOfSet) this.#cells.set(row.position, row.outcome);
  }

  /** Of one set: its cells by what became of each last; together with those without any attempt yet they are all. */
  cells(): { total: number; byOutcome: Record<Outcome, number>; untouched: number } | null {
    if (!this.begun) return null;
    const byOutcome = { applied: 0, already: 0, conflict: 0, rejected: 0, cancelled: 0, unknown: 0 };
    for (const outcome of this.#cells.values()) byOutcome[outcome]++;
    const { total } = this.begun;
    return { total, byOutcome, untouched: total - this.#cells.size };
  }
}
