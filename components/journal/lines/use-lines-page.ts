'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askedWhile } from '@/lib/client/api';
import { journalPageQuery } from '@/lib/client/journal/journal';
import { useOneCopy } from '@/lib/client/journal/one-copy';
import type { JournalPage } from '@/lib/contract/journal/journal';
import type { LineKey } from '@/lib/domain/journal/query';
import type { JournalAddress } from '../journal-address';

export interface LinesPage {
  /** The requested page; until it is read, the page before of the same connection; null: none. */
  page: JournalPage | null;
  listKey: string;
  /** `page` is not the requested page. */
  isOld: boolean;
  isAsking: boolean;
  error: Error | null;
  /** Ms since the epoch. */
  errorAt: number;
  retry: () => void;
}

/** Number of pages of the lines read so far, at least 1. */
export function pagesOf({ total, pageSize }: Pick<JournalPage, 'total' | 'pageSize'>): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * Reads the page of the address and prefetches the next one; a page past the end becomes the last one.
 * @param isAsked false: nothing is read.
 */
export function useLinesPage(address: JournalAddress, connection: string, isAsked: boolean): LinesPage {
  const client = useQueryClient();
  useOneCopy(connection);
  const { query, located } = address;
  const asked = journalPageQuery(query, connection, located);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...asked,
    enabled: askedWhile(isAsked),
  });
  // Unlike placeholder data, the page before also stays when this one cannot be read.
  const listKey = JSON.stringify([connection, { ...query, page: 1, pageSize: 0, columns: [] }]);
  const [before, setBefore] = useState({ connection, listKey, page: data });
  if (data !== undefined && before.page !== data) setBefore({ connection, listKey, page: data });
  const kept = before.connection === connection ? (before.page ?? null) : null;

  const found = useRef<{ line: LineKey; page: number } | null>(null);
  const readAhead = useEffectEvent((page: JournalPage) => {
    if (page.arrived !== undefined) return; // page boundaries move while lines arrive
    const last = pagesOf(page);
    // A posted line is on no page: the reader stays on the page that had it.
    if (located !== null && page.lineRow === null && found.current?.line === located)
      return address.correctPage(Math.min(found.current.page, last));
    if (located !== null && page.lineRow !== null) found.current = { line: located, page: page.page };
    if (page.page > last) address.correctPage(last);
    else if (page.page < last)
      void client.prefetchQuery(journalPageQuery({ ...query, page: page.page + 1 }, connection));
  });
  const path = asked.queryKey[2];
  useEffect(() => {
    if (data !== undefined && isAsked) readAhead(data);
  }, [data, isAsked, path]);

  return {
    page: isAsked ? (data ?? kept) : null,
    listKey: data === undefined && kept !== null ? before.listKey : listKey,
    isOld: isAsked && data === undefined && kept !== null,
    isAsking: isFetching,
    error: isAsked ? error : null,
    errorAt: errorUpdatedAt,
    retry: () => void refetch(),
  };
}
