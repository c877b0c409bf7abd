import type { MatrixStatus } from '@/lib/contract/access/access';
import { readStatus, refreshMatrix } from './matrix-requests';

/** How the page asks the console to read the service, and watches it. */
export interface ReadTransport {
  refresh: () => Promise<void>;
  status: () => Promise<Pick<MatrixStatus, 'loading' | 'asOf' | 'problem'>>;
  /** Resolves after that many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

const betweenLooksMs = 1_000;

/**
 * Has the console read everything again from the service, and waits until that read has landed or failed.
 * @returns why it failed; null: it landed. @throws ApiError where the console cannot be asked.
 */
export function readAgain(connection: string, signal: AbortSignal): Promise<MatrixStatus['problem']> {
  return watchedRead({
    refresh: () => refreshMatrix(connection),
    status: () => readStatus(connection, signal),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}

/** As `readAgain`, by a way to ask. */
export async function watchedRead({
  refresh,
  status,
  wait,
}: ReadTransport): Promise<MatrixStatus['problem']> {
  let before = await status();
  // A read that is under way may have passed the cells that changed since it began.
  for (; before.loading; before = await status()) await wait(betweenLooksMs);
  await refresh();
  for (;;) {
    const { loading, asOf, problem } = await status();
    // A replica that does not read may answer: its status says neither that the read landed nor that it failed.
    if (!loading && (problem !== null || (asOf ?? '') > (before.asOf ?? ''))) return problem;
    await wait(betweenLooksMs);
  }
}
