import { useState } from 'react';
import type { ChangeSet } from '@/lib/contract/changes/changes';

/** What of a set says where it stands in a list. */
type Listed = Pick<ChangeSet, 'id' | 'createdAt'>;

/**
 * A list as it is read on: each set as it is now, without those that came since and those that belong no more, and with
 * those that newer ones pushed off its page.
 * @param shown what was listed, newest first. @param now the same page now. @param hasOlder whether another one follows.
 */
export function readOn<T extends Listed>(shown: readonly T[], now: readonly T[], hasOlder: boolean): T[] {
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
 * Change sets that come while a list is read wait until they are wanted: no row moves under a reader's eyes.
 * @param key what is listed: another list begins with all of its sets.
 * @returns the rows, null where there are none yet; how many sets wait, and what shows them.
 */
export function useArrivals<T extends Listed>(
  { data, isFetching, isPlaceholderData }: Query<T>,
  key: string,
) {
  const [held, setHeld] = useState<{ key: string; rows: readonly T[] } | null>(null);
  const now = data?.value ?? null;
  // A list that is still asked for, such as an old one after a way back, has not been read yet.
  const isNew = held?.key !== key;
  if (isNew && now !== null && !isFetching && !isPlaceholderData) setHeld({ key, rows: now });
  const rows = isNew || now === null ? now : readOn(held.rows, now, data?.next != null);
  // Nothing is under anybody's eyes, or all that was is gone.
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
