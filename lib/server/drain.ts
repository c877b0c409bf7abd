import 'server-only';
import type { Logger } from 'pino';

type Work = () => Promise<unknown>;

/** Work before the process ends. */
export class Drain {
  readonly #works: Work[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** A failure is logged and does not stop other work. */
  add(work: Work): void {
    this.#works.push(work);
  }

  /** Runs the latest work first. */
  async run(): Promise<void> {
    for (const work of this.#works.reverse())
      await work().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'Something could not be ended in order.');
      });
  }
}
