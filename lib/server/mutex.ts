import 'server-only';

/** Runs pieces of work one after another, in the order in which they are asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** How many pieces of work run or wait. */
  get size(): number {
    return this.#size;
  }

  /** Runs `work` after everything that was asked for before, whether that succeeded or failed. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#size++;
    const mine = this.#last.then(work).finally(() => this.#size--);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
