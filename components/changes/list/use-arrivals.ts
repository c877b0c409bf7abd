import { useState } from 'react';
import type { ChangeSet } from '@/lib/contract/changes/changes';

type Listed = Pick<ChangeSet, 'id' | 'createdAt'>;

/**
 * The rows a reader sees after a refresh: no new rows, no rows that have left the list, and the rows that new ones pushed
 * off the page.
 * @param shown the rows before, newest first. @param now the same page now. @param hasOlder whether a page follows.
 */
export function rowsAfterRefresh<T extends Listed>(
  shown: readonly T[],
  now: readonly T[],
  hasOlder: boolean,
): T[] {
  const known = new Map(now.map((set) => [set.id, set]));
  const oldest = now.at(-1)?.createdAt ?? '';
  return shown.flatMap((set) => known.get(set.id) ?? (hasOlder && set.createdAt < oldest ? set : []));
}

interface Query<T> {
  data: { value: readonly T[]; next: string | null } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
}

/**
 * Keeps new change sets back until the reader asks for them, so that no row moves while it is read.
 * @param key names the list; another list begins with all of its sets.
 * @returns the rows (null: none yet), how many sets wait, and a function that shows them.
 */
export function useArrivals<T extends Listed>(
  { data, isFetching, isPlaceholderData }: Query<T>,
  key: string,
) {
  const [held, setHeld] = useState<{ key: string; rows: readonly T[] } | null>(null);
  const now = data?.value ?? null;
  // A list that is still loading, such as an old one after Back, is not read yet.
  const isNew = held?.key !== key;
  if (isNew && now !== null && !isFetching && !isPlaceholderData) setHeld({ key, rows: now });
  const rows = isNew || now === null ? now : rowsAfterRefresh(held.rows, now, data?.next != null);
  const isEmpty = rows?.length === 0;
  if (isEmpty && !isNew && now !== null && now.length > 0) setHeld({ key, rows: now });
  if (rows === null || now === null || isEmpty) return { rows: now, waiting: 0, show: () => undefined };
  const newest = rows[0]?.createdAt ?? '';
  return {
    rows,
    waiting: now.filter(({ createdAt }) => createdAt > newest).length,
    show: () => setHeld({ key, rows: now }),
  };
}
