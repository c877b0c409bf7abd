import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { malformed } from '@/lib/server/upstream/errors/errors';
import type { WireAnswer } from '@/lib/server/upstream/transport/exchange';
import { pageContent } from './page';
import type { PageContent } from './page';

/** How a set is read page by page. */
export interface PageReading {
  /** Opens the first page and says under which address. */
  open: (signal: AbortSignal) => Promise<{ url: URL; answer: WireAnswer }>;
  get: (url: URL, signal: AbortSignal) => Promise<WireAnswer>;
  /** Resolves and fences a link; throws when it leads outside. */
  follow: (link: string, from: URL, context: string | null) => URL;
  /** A member by which a bare record of this set is recognised. */
  keyField: string;
  /** False for one page of a sorted list. */
  followLinks: boolean;
  signal?: AbortSignal;
}

/** A million rows in pages of 100 are 10,000; a service that names more than this makes up its links. */
export const mostPages = 50_000;

/** A page, or a part of a large one, not yet checked row by row. */
export interface RawPage extends Omit<PageContent, 'parts'> {
  value: unknown[];
  /** Rows of the same page before these. */
  rowsBefore: number;
  /** Epoch ms at which the request of this page was sent; and by `performance.now()`, which no clock setting moves. */
  requestedAt: number;
  requestedTick: number;
}

/**
 * Yields page after page, large ones in parts, by the service's own links until there is none. The next page is on its way while the
 * consumer works on this one, as bytes only. A link met before, one leading outside, or one beyond the last page
 * allowed ends in an error, so a read that returns has reached the end.
 */
export async function* readPages(reading: PageReading): AsyncGenerator<RawPage, void, undefined> {
  const left = new AbortController();
  const signal = reading.signal === undefined ? left.signal : AbortSignal.any([reading.signal, left.signal]);
  const seen = new Set<string>();
  let arriving: Promise<{ url: URL; answer: WireAnswer }> | null = reading.open(signal);
  try {
    while (arriving !== null) {
      const { url, answer } = await arriving;
      seen.add(url.href);
      const { parts, ...content } = await pageContent(answer.body, reading.keyField);
      arriving = null;
      if (content.nextLink !== null && reading.followLinks) {
        const next = reading.follow(content.nextLink, url, content.context);
        if (seen.has(next.href))
          throw malformed(
            'The service’s pages lead in a circle, so the read cannot be completed. Nothing is shown as complete.',
          );
        if (seen.size >= mostPages)
          throw malformed(
            'The service names ever new pages: 50,000 were read and the end is not in sight. The read was given up; nothing is shown as complete.',
          );
        arriving = reading.get(next, signal).then((answer) => ({ url: next, answer }));
        // The consumer may take its time or leave; whoever awaits it later still sees the failure.
        arriving.catch(() => undefined);
      }
      let rowsBefore = 0;
      for (const value of parts) {
        if (rowsBefore > 0) {
          await nextTurn();
          signal.throwIfAborted();
        }
        yield { ...content, value, rowsBefore, requestedAt: answer.sentAt, requestedTick: answer.sentTick };
        rowsBefore += value.length;
      }
    }
  } finally {
    left.abort(new DOMException('The reader left before the end.', 'AbortError'));
  }
}
