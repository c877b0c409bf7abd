import { mostSortKeys, type SortKey } from '@/lib/domain/journal/query';

/** The order after a press of a head: up, then down; with further keys also not by it at all. */
export function nextSort(sort: readonly SortKey[], field: string, isMore: boolean): SortKey[] {
  const at = sort.findIndex((key) => key.field === field);
  const isUp = sort[at]?.descending === false;
  if (!isMore) return [{ field, descending: isUp }];
  if (at < 0) return [...sort, { field, descending: false }].slice(-mostSortKeys);
  return sort.flatMap((key, index) => (index !== at ? [key] : isUp ? [{ field, descending: true }] : []));
}
