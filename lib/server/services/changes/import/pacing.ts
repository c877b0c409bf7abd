import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConsoleError } from '@/lib/server/console-error';
import { Mutex } from '@/lib/server/mutex';

/** How long work may go on before other requests get their turn, in milliseconds. */
const sliceMs = 12;
/** The clock is looked at once in so many steps. */
const stepsBetweenLooks = 32;

/** Cuts long work into slices, so that the process answers others meanwhile. */
export class TimeSlices {
  #began = performance.now();
  #steps = 0;
  /** The longest slice so far, in milliseconds. */
  longestMs = 0;

  /** Whether the slice is used up; then `rest` is due. Cheap enough to be asked at every step. */
  isOver(): boolean {
    if (++this.#steps % stepsBetweenLooks !== 0) return false;
    return performance.now() - this.#began > sliceMs;
  }

  /** Lets other work go on. */
  async rest(): Promise<void> {
    this.longestMs = Math.max(this.longestMs, performance.now() - this.#began);
    await nextTurn();
    this.#began = performance.now();
  }
}

/** Files that may wait while another one is compared. */
const mostWaiting = 4;

const files = new Mutex();

/**
 * Compares files one after another, so that many of them at once do not use up the memory.
 * @throws ConsoleError `rate-limited` when too many wait already.
 */
export function inFileTurn<T>(work: () => Promise<T>): Promise<T> {
  if (files.size > mostWaiting)
    throw new ConsoleError(
      'rate-limited',
      'The console is comparing other files. Nothing was changed. Try again in 10 seconds.',
      { retryAfterSeconds: 10 },
    );
  return files.run(work);
}
