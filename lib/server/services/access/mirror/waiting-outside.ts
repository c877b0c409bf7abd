import 'server-only';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';

/** What one entry of the ledger says was changed outside: an assignment, or with null a number of them. */
export interface OutsideEntry {
  seq: number;
  cell: Cell | null;
  count: number;
}

/** Entries kept at most, and cells told at most: the newest. */
const mostKept = 10_000;
const mostTold = 200;

/** What was changed in the service, not by this console, and waits for somebody to look at it. */
export class WaitingOutside {
  readonly #entries = new Map<number, OutsideEntry>();
  #reviewed = 0;

  /** Takes an entry over; hearing one again, in whatever order, does no harm. */
  note(entry: OutsideEntry): void {
    if (entry.seq <= this.#reviewed) return;
    this.#entries.set(entry.seq, entry);
    if (this.#entries.size > mostKept) this.#entries.delete(Math.min(...this.#entries.keys()));
  }

  /** Somebody has looked at everything up to an entry. */
  review(last: number): void {
    this.#reviewed = Math.max(this.#reviewed, last);
    for (const seq of this.#entries.keys()) if (seq <= this.#reviewed) this.#entries.delete(seq);
  }

  tell(): MatrixStatus['outside'] {
    const entries = [...this.#entries.values()].sort((a, b) => a.seq - b.seq);
    return {
      count: entries.reduce((sum, { count }) => sum + count, 0),
      cells: entries.flatMap(({ cell }) => cell ?? []).slice(-mostTold),
    };
  }

  /** Another text whenever something else waits. */
  get version(): string {
    return `${String(this.#reviewed)}-${String(this.#entries.size)}`;
  }
}
