import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConsoleError } from '@/lib/server/console-error';

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

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Compares files one after another, so that many of them at once do not use up the memory.
 * @throws ConsoleError `rate-limited` when too many wait already.
 */
export async function inFileTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > mostWaiting)
    throw new ConsoleError(
      'rate-limited',
      'The console is comparing other files. Nothing was changed. Try again in 10 seconds.',
      { retryAfterSeconds: 10 },
    );
  waiting++;
  const mine = last.then(work, work);
  last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting--;
  }
}
