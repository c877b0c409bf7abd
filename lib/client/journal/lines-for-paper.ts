import type { JournalPage } from '@/lib/contract/journal/journal';
import { largestPageSize, type JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { callApi } from '../api';
import { apiPaths, withQuery } from '../paths';
import { addedSums } from './journal';

/** How often the lines are read anew, where a newer copy replaced them in between. */
const mostTries = 5;

/**
 * Reads the first lines that match, in pages that are all of one copy.
 * @param most how many lines at least, where there are so many.
 * @returns the pages, the first with sums; null where a newer copy came each time. @throws ApiError.
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
    const first = await ask(1);
    const pages: [JournalPage, ...JournalPage[]] = [first];
    const count = Math.ceil(Math.min(most, first.total) / pageSize);
    while (pages.length < count) pages.push(await ask(pages.length + 1));
    if (pages.every(({ copy, arrived }) => copy === first.copy && arrived === first.arrived)) return pages;
  }
  return null;
}
