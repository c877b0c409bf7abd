import 'server-only';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import { mostWaiting } from '@/lib/domain/changes/waiting-outside';

/** A ledger entry about one cell changed outside, or (cell null) about a number of them. */
export interface OutsideEntry {
  seq: number;
  cell: Cell | null;
  count: number;
}

const mostListed = 200;

export class WaitingOutside {
  readonly #entries = new Map<number, OutsideEntry>();
  #reviewed = 0;
  #listed: MatrixStatus['outside'] | null = null;

  /** Order and repetition do not matter. */
  note({ seq, cell, count }: OutsideEntry): void {
    if (seq <= this.#reviewed) return;
    this.#entries.set(seq, { seq, cell, count });
    const [first] = this.#entries.keys();
    if (this.#entries.size > mostWaiting && first !== undefined) this.#entries.delete(first);
    this.#listed = null;
  }

  review(last: number): void {
    this.#reviewed = Math.max(this.#reviewed, last);
    for (const seq of this.#entries.keys()) if (seq <= this.#reviewed) this.#entries.delete(seq);
    this.#listed = null;
  }

  /** Returns the same object until the content changes. */
  listed(): MatrixStatus['outside'] {
    if (this.#listed !== null) return this.#listed;
    const entries = [...this.#entries.values()].sort((a, b) => a.seq - b.seq);
    const count = entries.reduce((sum, one) => sum + one.count, 0);
    this.#listed = {
      count: Math.min(count, mostWaiting),
      cells: entries.flatMap(({ cell }) => cell ?? []).slice(-mostListed),
    };
    return this.#listed;
  }

  get version(): string {
    const seqs = [...this.#entries.keys()];
    return `${String(this.#reviewed)}-${String(seqs.length)}-${String(seqs.at(-1))}`;
  }
}
