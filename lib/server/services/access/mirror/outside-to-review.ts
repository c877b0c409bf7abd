import 'server-only';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import { mostWaiting } from '@/lib/domain/changes/waiting-outside';

/** A ledger entry about one cell changed outside, or (cell null) about a number of them. */
export interface OutsideEntry {
  seq: number;
  cell: Cell | null;
  count: number;
}

const mostTold = 200;

export class WaitingOutside {
  readonly #entries = new Map<number, OutsideEntry>();
  #reviewed = 0;
  #told: MatrixStatus['outside'] | null = null;

  /** Order and repetition do not matter. */
  note({ seq, cell, count }: OutsideEntry): void {
    if (seq <= this.#reviewed) return;
    this.#entries.set(seq, { seq, cell, count });
    const [first] = this.#entries.keys();
    if (this.#entries.size > mostWaiting && first !== undefined) this.#entries.delete(first);
    this.#told = null;
  }

  review(last: number): void {
    this.#reviewed = Math.max(this.#reviewed, last);
    for (const seq of this.#entries.keys()) if (seq <= this.#reviewed) this.#entries.delete(seq);
    this.#told = null;
  }

  /** Returns the same object until the content changes. */
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

  get version(): string {
    const seqs = [...this.#entries.keys()];
    return `${String(this.#reviewed)}-${String(seqs.length)}-${String(seqs.at(-1))}`;
  }
}
