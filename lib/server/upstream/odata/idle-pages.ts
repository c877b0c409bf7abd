import 'server-only';
import { malformed } from '@/lib/server/upstream/errors/upstream-error';

/** Gives a read up that goes on without anything new for so many pages. */
const mostIdlePages = 20;

/** Watches that the pages of a read bring something new. */
export class IdlePages {
  #known = 0;
  #idle = 0;

  /**
   * Notes a page, or a part of a large one; parts after the first do not count as pages.
   * @param known different rows that the read has brought so far.
   * @throws UpstreamError `service-malformed` for a read that will not end.
   */
  note(known: number, { rowsBefore }: { rowsBefore: number }): void {
    if (known > this.#known) this.#idle = 0;
    else if (rowsBefore === 0) this.#idle++;
    this.#known = known;
    if (this.#idle < mostIdlePages) return;
    throw malformed(
      'The service sends page after page without anything new, so the read was given up. Nothing is shown as complete.',
    );
  }
}
