'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { isSameLine, journalPageQuery, lineKeyOf } from '@/lib/client/journal/journal';
import type { JournalQuery, LineKey } from '@/lib/domain/journal/query';
import type { JournalAddress } from '../journal-address';
import type { LinesPage } from '../lines/use-lines-page';

/** The sheet follows the focus after this many ms, so that walking past lines reads nothing. */
const standMs = 120;

export interface Neighbours {
  isFirst: boolean;
  isLast: boolean;
  isMissing: boolean;
  step: (by: 1 | -1) => void;
}

export interface OpenLine {
  line: LineKey | null;
  /** Its row on the page, from 0; null: not on the page. */
  row: number | null;
  openRow: (row: number) => void;
  /** Called when the focus reaches a row: an open sheet follows it. */
  stand: (row: number) => void;
  close: () => void;
  neighbours: Neighbours;
}

/**
 * The line that is open beside the lines.
 * @param follows whether the sheet follows the focus. @param show scrolls a row of the page into view.
 */
export function useOpenLine(
  address: JournalAddress,
  connection: string,
  { page, isOld }: LinesPage,
  follows: boolean,
  show: (row: number) => void,
): OpenLine {
  const client = useQueryClient();
  const { line, query } = address;
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openNow = useRef(line);
  useEffect(() => {
    openNow.current = line;
  }, [line]);
  // A row of the page before must not turn back to it.
  useEffect(() => () => clearTimeout(standing.current), [query.page]);
  const found =
    line === null || page === null || isOld
      ? -1
      : page.rows.findIndex((row) => isSameLine(lineKeyOf(row), line));
  const row = found < 0 ? null : found;
  const at = page === null || row === null ? null : (page.page - 1) * page.pageSize + row;
  /** The console did not find this line in the results of the query. */
  const [missed, setMissed] = useState<{ line: LineKey; query: JournalQuery } | null>(null);
  const isMissing = at === null && missed?.line === line && missed.query === query;

  const openRow = (of: number): void => {
    const asked = page?.rows[of];
    // The order of the page before may be another one.
    if (page !== null && asked !== undefined)
      address.openLine(lineKeyOf(asked), isOld ? query.page : page.page);
  };
  const step = async (by: 1 | -1): Promise<void> => {
    if (page === null || line === null) return;
    const read = (options: ReturnType<typeof journalPageQuery>) => client.fetchQuery(options);
    const own = at ?? (await read(journalPageQuery(query, connection, line))).lineRow ?? null;
    if (own === null) return setMissed({ line, query });
    const next = own + by;
    if (next < 0) return;
    const number = Math.floor(next / query.pageSize) + 1;
    const isHere = number === page.page && !isOld;
    const there = isHere ? page : await read(journalPageQuery({ ...query, page: number }, connection));
    const asked = there.rows[next % query.pageSize];
    if (asked === undefined || openNow.current !== line) return; // closed, or another line was opened
    address.openLine(lineKeyOf(asked), number);
    if (isHere) show(next % query.pageSize);
  };
  return {
    line,
    row,
    openRow,
    stand: (of) => {
      clearTimeout(standing.current);
      if (follows && line !== null) standing.current = setTimeout(() => openRow(of), standMs);
    },
    close: () => {
      clearTimeout(standing.current);
      address.openLine(null, page?.page ?? query.page);
    },
    neighbours: {
      isFirst: page === null || at === 0,
      isLast: page === null || (at !== null && at >= page.total - 1),
      isMissing,
      step: (by) =>
        void step(by).catch((error: Error) =>
          notify.problem('The line could not be read', problemOf(error).detail),
        ),
    },
  };
}
