import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';

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
