'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { ActiveFilter } from './filter-words';
import type { JournalAddress } from './journal-address';

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
  address: JournalAddress;
}

/** The conditions in force, each with a way to take it away. */
export function ActiveFilters({ filters, address }: ActiveFiltersProps) {
  const isHydrated = useHydrated();
  if (filters.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 pb-2">
      <span className="text-xs text-text-muted">Filtered by</span>
      <ul className="contents">
        {filters.map(({ key, words, without }) => (
          <li key={key} className="min-w-0">
            <button
              type="button"
              onClick={() => address.narrow(without)}
              className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-accent-soft pr-1 pl-2 text-xs font-medium text-accent-text hover:text-text"
            >
              <span className="sr-only">Remove filter: </span>
              <span className="truncate">{isHydrated ? words : '…'}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="ghost" onPress={address.clearFilters}>
        Clear all
      </Button>
    </div>
  );
}
