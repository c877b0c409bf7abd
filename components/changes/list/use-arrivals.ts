import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeList } from '@/lib/contract/changes/changes';

type ListQuery<L extends Pick<ChangeList, 'value'>> = Pick<
  UseQueryResult<L>,
  'data' | 'isFetching' | 'isPlaceholderData'
>;

interface Arrivals<L> {
  /** The list without what has arrived. */
  list: L | undefined;
  /** How many sets have arrived. */
  count: number;
  show: () => void;
}

/**
 * Change sets that others ask for while a list is read wait until they are wanted: nothing moves under a reader's eyes.
 * @param key what is listed: another list begins with all of its sets.
 */
export function useArrivals<L extends Pick<ChangeList, 'value'>>(
  { data, isFetching, isPlaceholderData }: ListQuery<L>,
  key: string,
): Arrivals<L> {
  const [seen, setSeen] = useState<{ key: string; newest: string } | null>(null);
  const newest = data?.value[0]?.createdAt ?? '';
  // A list that is still asked for, such as an old one after a way back, has not been read yet.
  if (seen?.key !== key && data !== undefined && !isFetching && !isPlaceholderData) setSeen({ key, newest });
  const listed = data?.value.filter(({ createdAt }) => seen?.key !== key || createdAt <= seen.newest);
  if (data === undefined || !listed?.length) return { list: data, count: 0, show: () => undefined };
  return {
    list: listed.length === data.value.length ? data : { ...data, value: listed },
    count: data.value.length - listed.length,
    show: () => setSeen({ key, newest }),
  };
}
