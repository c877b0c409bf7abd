import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConsoleError } from '@/lib/server/console-error';
import { Mutex } from '@/lib/server/mutex';

/** Milliseconds of work before other requests run. */
const sliceMs = 12;
const stepsBetweenLooks = 32;

export class TimeSlices {
  #began = performance.now();
  #steps = 0;
  longestMs = 0;

  /** Whether to call `rest` now; cheap enough for every step. */
  isOver(): boolean {
    if (++this.#steps % stepsBetweenLooks !== 0) return false;
    return performance.now() - this.#began > sliceMs;
  }

  async rest(): Promise<void> {
    this.longestMs = Math.max(this.longestMs, performance.now() - this.#began);
    await nextTurn();
    this.#began = performance.now();
  }
}

const mostWaiting = 4;

const files = new Mutex();

/** Compares one file at a time, which limits memory. @throws ConsoleError `rate-limited` when too many wait. */
export function inFileTurn<T>(work: () => Promise<T>): Promise<T> {
  if (files.size > mostWaiting)
    throw new ConsoleError(
      'rate-limited',
      'The console is comparing other files. Nothing was changed. Try again in 10 seconds.',
      { retryAfterSeconds: 10 },
    );
  return files.run(work);
}
