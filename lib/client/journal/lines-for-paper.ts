import type { JournalPage } from '@/lib/contract/journal/journal';
import { largestPageSize, type JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApi } from '../api';
import { apiPaths, withQuery } from '../paths';
import { addedSums } from './journal';

/** A newer copy may replace the lines between pages. */
const mostTries = 5;
/** Interval while the console reads lines for the first time. */
const arrivingMs = 1_000;

/**
 * Reads the first matching lines, in pages of one copy; waits for a first read.
 * @param most lines to read at least. @returns pages, the first with sums; null: newer copies came each time. @throws
 * ApiError.
 */
export async function readLinesForPaper(
  query: JournalQuery,
  connection: string,
  most: number,
  signal: AbortSignal,
): Promise<[JournalPage, ...JournalPage[]] | null> {
  const pageSize = Math.min(most, largestPageSize);
  const ask = (page: number): Promise<JournalPage> => {
    const asked = encodeJournalQuery({ ...query, page, pageSize });
    const sum = page === 1 ? addedSums(query.columns).join(',') : undefined;
    return callApi(withQuery(apiPaths.journal, { ...asked, sum, connection }), { signal });
  };
  for (let attempt = 0; attempt < mostTries; attempt++) {
    let first = await ask(1);
    while (first.arrived !== undefined) {
      await pause(arrivingMs, signal);
      first = await ask(1);
    }
    const pages: [JournalPage, ...JournalPage[]] = [first];
    const count = Math.ceil(Math.min(most, first.total) / pageSize);
    while (pages.length < count) pages.push(await ask(pages.length + 1));
    if (pages.every(({ copy }) => copy === first.copy)) return pages;
  }
  return null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(new Error('Nobody waits for the lines any more.')));
  });
}
