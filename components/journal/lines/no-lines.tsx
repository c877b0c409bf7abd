'use client';

import { FileSearch, SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { useFolded } from '@/components/ui/fields/filter-chips';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useConnectionKey } from '@/lib/client/connection';
import { datesAreReversed, postingDays, withShort } from '@/lib/domain/journal/conditions-list';
import { useJournalChecks } from '../checks/checks-button';
import type { ActiveFilter } from '../filters/filter-words';
import type { JournalAddress } from '../journal-address';

interface NoLinesProps {
  filters: readonly ActiveFilter[];
  address: JournalAddress;
}

export function NoLines(props: NoLinesProps) {
  const { check } = props.address.query;
  return check === null || props.address.isRefused ? <None {...props} /> : <NoneOfCheck {...props} />;
}

function NoneOfCheck(props: NoLinesProps) {
  const { address } = props;
  const { data } = useJournalChecks(address, useConnectionKey(), true);
  const unknown = data && [data.any, ...data.checks].find(({ id }) => id === address.query.check);
  if (unknown?.why === undefined) return <None {...props} />;
  return (
    <EmptyState
      icon={<FileSearch />}
      title={`Not known: ${unknown.title}`}
      action={
        <Button ref={rescueFocus} onPress={() => address.showCheck(null)}>
          Remove the filter
        </Button>
      }
    >
      {unknown.why}
    </EmptyState>
  );
}

function None({ filters, address }: NoLinesProps) {
  const [shown, more] = useFolded(filters);
  const icon = <FileSearch />;
  if (address.faults.some(({ isCondition }) => isCondition)) {
    return (
      <EmptyState icon={icon} title="No lines are shown">
        Part of the address is not understood. The message above says which, and why.
      </EmptyState>
    );
  }
  if (datesAreReversed(address.query)) {
    const since = { op: 'ge', value: postingDays(address.query).from } as const;
    return (
      <EmptyState
        icon={icon}
        title="The dates are the wrong way round"
        action={
          <Button
            ref={rescueFocus}
            onPress={() => address.narrow(withShort(address.query, 'PostingDate', since))}
          >
            Remove posting date to
          </Button>
        }
      >
        The last day is before the first day.
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
      icon={<SearchX />}
      title="No lines match"
      action={
        <>
          {shown.map(({ key, words, without }) => (
            <Button key={key} onPress={() => address.narrow(without)} className="max-w-full">
              <span className="truncate">Remove: {words}</span>
            </Button>
          ))}
          {more}
          {filters.length > 1 && (
            <Button variant="primary" onPress={address.clearFilters}>
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
