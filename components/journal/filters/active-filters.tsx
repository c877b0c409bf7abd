'use client';

import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { inDigits } from '@/lib/domain/reader-formats';
import type { ActiveFilter } from './filter-words';
import type { JournalAddress } from '../journal-address';

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
  address: JournalAddress;
}

/** The conditions in force, each with a way to take it away. */
export function ActiveFilters({ filters, address }: ActiveFiltersProps) {
  const [shown, more] = useFolded(filters);
  const timeZone = useTimeZone();
  if (filters.length === 0) return null;
  return (
    // However many there are, the lines below them stay in sight.
    <div className="flex max-h-40 shrink-0 flex-wrap items-center gap-1.5 overflow-y-auto px-4 pb-2">
      <span className="text-xs text-text-muted">Filtered by</span>
      <ul className="contents">
        {shown.map(({ key, words, without }) => (
          <li key={key} className="min-w-0">
            <button
              type="button"
              onClick={() => address.narrow(without)}
              className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pr-1 pl-2 text-xs font-medium text-accent-text hover:text-text"
            >
              <span className="sr-only">Remove filter: </span>
              {/* Which days a period has, only the reader's time zone tells. */}
              <span className="truncate">{key === 'period' && timeZone === undefined ? '…' : words}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      {more}
      <Button size="sm" variant="ghost" onPress={address.clearFilters}>
        Clear all
      </Button>
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
