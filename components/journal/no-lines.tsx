'use client';

import { FileSearch } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { datesAreReversed } from '@/lib/domain/journal/query';
import { datesReversedWords, type ActiveFilter } from './filter-words';
import type { JournalAddress } from './journal-address';

interface NoLinesProps {
  total: number | null;
  filters: readonly ActiveFilter[];
  address: JournalAddress;
}

/** Why the page shows no line, and which step leads out. */
export function NoLines({ total, filters, address }: NoLinesProps) {
  const icon = <FileSearch />;
  const { page, pageSize } = address.query;
  if (page > 1) {
    const last = total === null ? 1 : Math.max(1, Math.ceil(total / pageSize));
    return (
      <EmptyState
        icon={icon}
        title={`There is no page ${page.toLocaleString()}`}
        action={
          <Button onPress={() => address.goTo(last)}>
            {last === 1 ? 'Go to the first page' : `Go to the last page, ${last.toLocaleString()}`}
          </Button>
        }
      >
        Lines leave the journals when they are posted, so a list can become shorter.
      </EmptyState>
    );
  }
  if (datesAreReversed(address.query)) {
    return (
      <EmptyState
        icon={icon}
        title="No lines were asked for"
        action={<Button onPress={() => address.narrow({ to: '' })}>Remove posting date to</Button>}
      >
        {datesReversedWords}
      </EmptyState>
    );
  }
  if (filters.length === 0) {
    return (
      <EmptyState icon={icon} title="There are no item journal lines">
        Everything in this company’s item journals has been posted.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icon}
      title="No lines match"
      action={
        <>
          {filters.map(({ key, words, without }) => (
            <Button key={key} size="sm" onPress={() => address.narrow(without)} className="max-w-full">
              <span className="truncate">Remove “{key === 'q' ? `contains ${address.query.q}` : words}”</span>
            </Button>
          ))}
          {filters.length > 1 && (
            <Button size="sm" variant="primary" onPress={address.clearFilters}>
              Clear all filters
            </Button>
          )}
        </>
      }
    >
      Remove a filter to see more.
    </EmptyState>
  );
}
