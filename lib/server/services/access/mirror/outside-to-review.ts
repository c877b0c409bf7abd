import 'server-only';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import { mostWaiting } from '@/lib/domain/changes/waiting-outside';

/** What one entry of the ledger says was changed outside: an assignment, or with null a number of them. */
export interface OutsideEntry {
  seq: number;
  cell: Cell | null;
  count: number;
}

/** Cells told at most: the newest. */
const mostTold = 200;

/** What was changed in the service, not by this console, and waits for somebody to review it. */
export class WaitingOutside {
  /** By their numbers; no more than are counted. */
  readonly #entries = new Map<number, OutsideEntry>();
  #reviewed = 0;
  #told: MatrixStatus['outside'] | null = null;

  /** Takes an entry over; hearing one again, in whatever order, does no harm. */
  note({ seq, cell, count }: OutsideEntry): void {
    if (seq <= this.#reviewed) return;
    this.#entries.set(seq, { seq, cell, count });
    const [first] = this.#entries.keys();
    if (this.#entries.size > mostWaiting && first !== undefined) this.#entries.delete(first);
    this.#told = null;
  }

  /** Somebody has reviewed everything up to an entry. */
  review(last: number): void {
    this.#reviewed = Math.max(this.#reviewed, last);
    for (const seq of this.#entries.keys()) if (seq <= this.#reviewed) this.#entries.delete(seq);
    this.#told = null;
  }

  /** The same object until something else waits. */
  tell(): MatrixStatus['outside'] {
    if (this.#told !== null) return this.#told;
    const entries = [...this.#entries.values()].sort((a, b) => a.seq - b.seq);
    const count = entries.reduce((sum, one) => sum + one.count, 0);
    this.#told = {
      count: Math.min(count, mostWaiting),
      cells: entries.flatMap(({ cell }) => cell ?? []).slice(-mostTold),
    };
    return this.#told;
  }

  /** Another text whenever something else waits. */
  get version(): string {
    const seqs = [...this.#entries.keys()];
    return `${String(this.#reviewed)}-${String(seqs.length)}-${String(seqs.at(-1))}`;
  }
}
