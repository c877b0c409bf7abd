import 'server-only';
import type { Logger } from 'pino';

type Work = () => Promise<unknown>;

/**
 * What is done before the process ends, once it is told to: what was begun last ends first, one after another, within
 * a limit in milliseconds.
 */
export class Drain {
  readonly #works: Work[] = [];
  readonly #log: Logger;
  #isEnding = false;

  constructor(ms: number, log: Logger) {
    this.#log = log;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => this.#begin(ms));
  }

  /** Has something done at the end; what fails is logged and keeps nothing else from its turn. */
  add(work: Work): void {
    this.#works.push(work);
  }

  #begin(ms: number): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const exit = process.exit.bind(process);
    setTimeout(() => exit(0), ms).unref();
    const done = this.#run();
    // Next ends the process as soon as its server is closed, and offers no hook in production to make it wait.
    process.exit = ((code) => void done.then(() => exit(code))) as typeof process.exit; // whoever calls it does nothing after
  }

  async #run(): Promise<void> {
    for (const work of this.#works.reverse())
      await work().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'Something could not be ended in order.');
      });
  }
}
