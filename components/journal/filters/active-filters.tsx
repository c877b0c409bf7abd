'use client';

import { useState, type ReactNode } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { Button } from '@/components/ui/button';
import { useTimeZone } from '@/components/ui/use-time-zone';
import type { JournalField } from '@/lib/domain/journal/fields';
import { inDigits } from '@/lib/domain/reader-formats';
import { Chip } from './chip';
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
  const [shown, more] = useFolded(filters);
  const timeZone = useTimeZone();
  const isSeen =
    columns === null || address.query.sort.every(({ field }) => columns.some(({ name }) => name === field));
  if (filters.length === 0 && isSeen) return null;
  return (
    // However many there are, the lines below them stay in sight.
    <div className="flex max-h-40 shrink-0 flex-wrap items-center gap-1.5 overflow-y-auto px-4 pb-2">
      {filters.length > 0 && (
        <>
          <span className="text-xs text-text-muted">Filtered by</span>
          <ul className="contents">
            {shown.map(({ key, words, without }) => (
              <li key={key} className="min-w-0">
                <Chip
                  does="Remove filter: "
                  // Which days a period has, only the reader's time zone tells.
                  words={key === 'period' && timeZone === undefined ? '…' : words}
                  onRemove={() => address.narrow(without)}
                />
              </li>
            ))}
          </ul>
          {more}
          <Button size="sm" variant="ghost" onPress={address.clearFilters}>
            Clear all
          </Button>
        </>
      )}
      {!isSeen && <UnseenSort shown={columns} address={address} />}
    </div>
  );
}

const mostUnfolded = 12;

/** The filters to list, and behind a list that is long the button that shows the others. */
export function useFolded(filters: readonly ActiveFilter[]): [readonly ActiveFilter[], ReactNode] {
  const [isOpen, setOpen] = useState(false);
  if (filters.length <= mostUnfolded) return [filters, null];
  const others = inDigits(filters.length - mostUnfolded);
  return [
    isOpen ? filters : filters.slice(0, mostUnfolded),
    <Button
      key="more"
      size="sm"
      variant="ghost"
      aria-expanded={isOpen}
      onPress={() => setOpen((before) => !before)}
    >
      {isOpen ? 'Show fewer' : `and ${others} more`}
    </Button>,
  ];
}
