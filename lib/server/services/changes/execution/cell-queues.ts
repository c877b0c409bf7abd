import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

/** Lets changes of one cell happen one after the other, so that each sees what the one before left. */
export class CellLocks {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` when everything asked earlier for this cell is done. */
  async run<T>(cell: Cell, work: () => Promise<T>): Promise<T> {
    const key = cellKey(cell);
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
