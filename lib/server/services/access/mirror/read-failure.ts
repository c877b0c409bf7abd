import 'server-only';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { ConsoleError } from '@/lib/server/console-error';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';

/** A read of the matrix that did not reach the end. */
export interface ReadFailure {
  error: unknown;
  /** When it was (epoch ms). */
  at: number;
}

/** Why a read failed, for people. */
export function problemOf({ error, at }: ReadFailure): MatrixStatus['problem'] {
  const known = error instanceof UpstreamError || error instanceof ConsoleError;
  return {
    code: known ? error.code : 'internal',
    detail: known ? error.message : 'The console itself failed while reading. Its log says why.',
    at: new Date(at).toISOString(),
  };
}

/** Gives a read up that goes on without anything new for so many pages. */
const mostIdlePages = 20;

/** Watches that the pages of a read bring something new. */
export class IdlePages {
  #known = 0;
  #idle = 0;

  /**
   * Notes a page.
   * @param known different rows that the read has brought so far.
   * @throws ConsoleError `service-malformed` for a read that will not end.
   */
  note(known: number): void {
    this.#idle = known > this.#known ? 0 : this.#idle + 1;
    this.#known = known;
    if (this.#idle < mostIdlePages) return;
    throw new ConsoleError(
      'service-malformed',
      'The service sends page after page without anything new, so the read was given up. Nothing is shown as complete.',
    );
  }
}
