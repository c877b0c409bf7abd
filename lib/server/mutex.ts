import 'server-only';

/** Runs work one after another, in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#size++;
    const mine = this.#last.then(work).finally(() => this.#size--);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
