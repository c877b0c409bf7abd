'use client';

import { FilterChips } from '@/components/ui/fields/filter-chips';
import { onDemand } from '@/components/ui/on-demand';
import { useTimeZone } from '@/components/ui/use-time-zone';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { ActiveFilter } from './filter-words';
import type { JournalAddress } from '../journal-address';

const UnseenSort = onDemand(async () => (await import('./unseen-sort')).UnseenSort);

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
  /** The fields whose heads tell the order; null: lines are not listed. */
  shown: readonly JournalField[] | null;
  address: JournalAddress;
}

/** The conditions in force, each with a way to take it away, and the order where no column shows it. */
export function ActiveFilters({ filters, shown: columns, address }: ActiveFiltersProps) {
  const timeZone = useTimeZone();
  const isSeen =
    columns === null || address.query.sort.every(({ field }) => columns.some(({ name }) => name === field));
  if (filters.length === 0 && isSeen) return null;
  return (
    <FilterChips
      filters={filters.map(({ key, words, without }) => ({
        key,
        // Which days a period has, only the reader's time zone tells.
        words: key === 'period' && timeZone === undefined ? '…' : words,
        onRemove: () => address.narrow(without),
      }))}
      onClear={address.clearFilters}
      className="px-4 pb-2"
    >
      {!isSeen && <UnseenSort shown={columns} address={address} />}
    </FilterChips>
  );
}
