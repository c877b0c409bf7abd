import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { malformed } from '@/lib/server/upstream/errors/upstream-error';
import type { WireAnswer } from '@/lib/server/upstream/transport/exchange';
import { pageContent } from './page';
import type { PageContent } from './page';

export interface PageReading {
  open: (signal: AbortSignal) => Promise<{ url: URL; answer: WireAnswer }>;
  get: (url: URL, signal: AbortSignal) => Promise<WireAnswer>;
  follow: (link: string, from: URL, context: string | null) => URL;
  keyField: string;
  signal?: AbortSignal;
}

/** A million rows in pages of 100 need 10,000 pages. */
export const mostPages = 50_000;

/** A page larger than this, in bytes, is released before the next request. */
const mostBesideNext = 100 * 2 ** 20;

export interface RawPage extends Omit<PageContent, 'parts'> {
  value: unknown[];
  /** Rows of the same page before these. */
  rowsBefore: number;
  /** `performance.now()` when this page's request left. */
  requestedTick: number;
}

/** Yields every page while it requests the next one. @throws UpstreamError when the end cannot be reached. */
export async function* readPages(reading: PageReading): AsyncGenerator<RawPage, void, undefined> {
  const left = new AbortController();
  const signal = reading.signal === undefined ? left.signal : AbortSignal.any([reading.signal, left.signal]);
  const seen = new Set<string>();
  const get = (url: URL): Promise<{ url: URL; answer: WireAnswer }> => {
    const got = reading.get(url, signal).then((answer) => ({ url, answer }));
    got.catch(() => undefined); // a later await sees the failure
    return got;
  };
  let arriving: Promise<{ url: URL; answer: WireAnswer }> | null = reading.open(signal);
  let held: WireAnswer | null = null;
  try {
    while (arriving !== null) {
      const { url, answer } = await arriving;
      held = answer;
      seen.add(url.href);
      const { parts, ...content } = await pageContent(answer.body, reading.keyField);
      arriving = null;
      let next: URL | null = null;
      if (content.nextLink !== null) {
        next = reading.follow(content.nextLink, url, content.context);
        if (seen.has(next.href))
          throw malformed(
            'The service’s pages lead in a circle, so the read cannot be completed. Nothing is shown as complete.',
          );
        if (seen.size >= mostPages)
          throw malformed(
            'The service names ever new pages: 50,000 were read and the end is not in sight. The read was given up; nothing is shown as complete.',
          );
        if (answer.body.length <= mostBesideNext) arriving = get(next);
      }
      let rowsBefore = 0;
      for (const value of parts) {
        if (rowsBefore > 0) {
          await nextTurn();
          signal.throwIfAborted();
        }
        yield { ...content, value, rowsBefore, requestedTick: answer.sentTick };
        rowsBefore += value.length;
      }
      answer.release();
      if (next !== null) arriving ??= get(next);
    }
  } finally {
    held?.release();
    void arriving?.then(
      ({ answer }) => answer.release(),
      () => undefined,
    );
    left.abort(new DOMException('The reader left before the end.', 'AbortError'));
  }
}
