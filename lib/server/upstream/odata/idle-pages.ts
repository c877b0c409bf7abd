import 'server-only';
import { malformed } from '@/lib/server/upstream/errors/upstream-error';

/** Consecutive pages without a new row after which a read ends. */
const mostIdlePages = 20;

export class IdlePages {
  #known = 0;
  #idle = 0;

  /** @param known distinct rows read so far. @throws UpstreamError `service-malformed` after too many pages. */
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
