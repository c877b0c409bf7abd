import 'server-only';
import type { Logger } from 'pino';

type Work = () => Promise<unknown>;

/** What is done before the process ends, once it is told to. */
export class Drain {
  readonly #works: Work[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Has something done at the end; what fails is logged and keeps nothing else from its turn. */
  add(work: Work): void {
    this.#works.push(work);
  }

  /** Does all of it, one after another: what was begun last ends first. */
  async run(): Promise<void> {
    for (const work of this.#works.reverse())
      await work().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'Something could not be ended in order.');
      });
  }
}
