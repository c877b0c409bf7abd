import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';

interface Queue {
  places: symbol[];
  /** Ends when the newest place has stored its change. */
  storing: Promise<unknown>;
}

/** Keeps the switches of one cell in the order they came, so that each sees what the one before left. */
export class CellQueues {
  readonly #queues = new Map<string, Queue>();

  /**
   * Takes the last place in the queue of a cell, until `work` has ended.
   * @param store stores the change, one after the other; gets whether the place is the first.
   * @param work begins at once, and sends nothing before `isFirst` says true.
   */
  async run<S, T>(
    cell: Cell,
    store: (isFirst: boolean) => Promise<S>,
    work: (stored: S, isFirst: () => boolean) => Promise<T>,
  ): Promise<T> {
    const key = cellKey(cell);
    const queue = this.#queues.get(key) ?? { places: [], storing: Promise.resolve() };
    this.#queues.set(key, queue);
    const place = Symbol(key);
    queue.places.push(place);
    const isFirst = () => queue.places[0] === place;
    try {
      const stored = queue.storing.then(() => store(isFirst()));
      queue.storing = stored.catch(() => undefined);
      return await work(await stored, isFirst);
    } finally {
      queue.places.splice(queue.places.indexOf(place), 1);
      if (queue.places.length === 0) this.#queues.delete(key);
    }
  }
}
