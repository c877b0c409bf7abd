'use client';

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { askedWhile } from '@/lib/client/api';
import { journalPageQuery } from '@/lib/client/journal/journal';
import { copyRank, useOneCopy } from '@/lib/client/journal/one-copy';
import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { linesInBlock, type JournalQuery } from '@/lib/domain/journal/query';
import { LineBlocks } from './line-blocks';

/** Lines that match a query, in its order, as far as they are in the browser. */
export interface JournalLines {
  /** Names connection, conditions and order; another one is another list. */
  listKey: string;
  /** How many there are; of those that have arrived, while they are read for the first time. */
  count: number;
  /** Whether they are all. */
  isCounted: boolean;
  /** The line of a row, counted from 0; undefined: it has not come. */
  at: (row: number) => JournalRow | undefined;
  /**
   * All lines of these rows, of one time, read where they have not come; a signal ends that. Throws ApiError, or Error
   * where that fails.
   */
  read: (top: number, bottom: number, signal?: AbortSignal) => Promise<JournalRow[]>;
  /** Tells each block that comes while rows scroll by, until the returned function is called. */
  onCame: (listener: (page: JournalPage) => void) => () => void;
  /** What came last of them: its age and where it is from. */
  newest: JournalPage;
}

interface LinesState {
  /** Those of the query; while their first ones are being read those of the query before, if it was of this connection. */
  lines: JournalLines | null;
  /** The lines belong to the question before. */
  isOld: boolean;
  isAsking: boolean;
  error: Error | null;
  errorAt: number;
  retry: () => void;
  /** Says which rows can be seen: their blocks are read. Draws nothing until scrolling rests. */
  show: (top: number, bottom: number) => void;
}

/** ms without scrolling after which the block at the top is told; browsers allow few changes of an address. */
const restMs = 400;

/**
 * The lines of a query, read in blocks as they come into view. Those in view where scrolling rests are kept up to date.
 * @param query its `page` is the block that is read first.
 * @param isAsked false: nothing is read.
 * @param onRest told which page of the query is at the top when scrolling rests.
 */
export function useJournalLines(
  query: JournalQuery,
  connection: string,
  isAsked: boolean,
  onRest: (page: number) => void,
): LinesState {
  const client = useQueryClient();
  useOneCopy(connection);
  const first = query.page - 1;
  // Which fields are shown, and in which order, is no matter of the list.
  const listKey = JSON.stringify([connection, { ...query, page: 1, columns: [] }]);
  const fieldsKey = [...query.columns].sort().join();
  const [seen, setSeen] = useState({ listKey, blocks: [first], top: first });
  const blocks = seen.listKey === listKey ? seen.blocks : [first];
  const [blockQuery, lineBlocks] = useMemo(() => {
    const queryOf = (block: number) => journalPageQuery({ ...query, page: block + 1 }, connection);
    return [queryOf, new LineBlocks(client, queryOf)];
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the two keys name connection and query, but for its page
  }, [client, listKey, fieldsKey]);
  const results = useQueries({
    queries: blocks.map((block) => ({ ...blockQuery(block), enabled: askedWhile(isAsked) })),
  });

  const [shown, setShown] = useState<Shown | null>(null);
  const same = shown?.lines.listKey === listKey ? shown : null;
  const came = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const latest = came.reduce<JournalPage | null>((a, b) => (a === null || isNewer(b, a) ? b : a), null);
  const newest = latest ?? same?.lines.newest ?? null;

  const versions = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const current = useMemo<Shown | null>(() => {
    if (newest === null || !isAsked) return null;
    const { read, onCame } = lineBlocks;
    // Where other fields are asked for, what is known of a line stands until they come.
    const before = same?.blocks === lineBlocks ? same.before : (same?.blocks ?? null);
    const at = (row: number) => lineBlocks.at(row) ?? before?.at(row);
    const isCounted = newest.arrived === undefined;
    const lines = { listKey, count: newest.total, isCounted, at, read, onCame, newest };
    return { connection, lines, blocks: lineBlocks, before };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `versions` stands for what came
  }, [lineBlocks, listKey, versions, isAsked]);

  if (current !== null && shown !== current) setShown(current);
  const before = shown?.connection === connection && isAsked ? shown.lines : null;

  const top = seen.listKey === listKey ? seen.top : first;
  // What says something new of the whole list is drawn at once.
  const take = useEffectEvent((page: JournalPage) => {
    if (newest === null || page.total !== newest.total || isNewer(page, newest))
      setSeen({ listKey, blocks: [...new Set([...blocks, page.page - 1])], top });
  });
  useEffect(() => lineBlocks.onCame((page) => take(page)), [lineBlocks]);

  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tellRest = useEffectEvent(onRest);
  useEffect(() => {
    if (seen.listKey === listKey) tellRest(seen.top + 1);
  }, [seen.top, seen.listKey, listKey]);
  useEffect(
    () => () => {
      lineBlocks.stop();
      clearTimeout(resting.current);
    },
    [lineBlocks],
  );
  const failed = results.find(({ error }) => error !== null);
  return {
    lines: current?.lines ?? before,
    isOld: current === null && before !== null,
    isAsking: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    errorAt: failed?.errorUpdatedAt ?? 0,
    retry: () => results.forEach(({ refetch }) => void refetch()),
    show: (from, to) => {
      if (current === null) return; // those are rows of the list before
      const next = lineBlocks.show(from, to, current.lines.count);
      clearTimeout(resting.current);
      resting.current = setTimeout(() => {
        const at = Math.floor(from / linesInBlock);
        setSeen((last) =>
          last.listKey === listKey && last.top === at && last.blocks.join() === next.join()
            ? last
            : { listKey, blocks: next, top: at },
        );
      }, restMs);
    },
  };
}

interface Shown {
  connection: string;
  lines: JournalLines;
  blocks: LineBlocks;
  /** Those of the same list with other fields. */
  before: LineBlocks | null;
}

function isNewer(page: JournalPage, other: JournalPage): boolean {
  return copyRank(page) > copyRank(other);
}
