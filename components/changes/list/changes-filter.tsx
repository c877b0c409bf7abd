'use client';

import { useState } from 'react';
import { AddFilter } from '@/components/ui/fields/add-filter';
import { Button } from '@/components/ui/button';
import { DaysFilter } from '@/components/ui/fields/days-filter';
import { DraftField } from '@/components/ui/fields/draft-field';
import { FilterFields } from '@/components/ui/fields/filter-fields';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { mondayOf } from '@/lib/domain/calendar-day';
import { dayOf } from '@/lib/domain/reader-formats';
import type { useChangesAddress } from './changes-address';
import type { ChangesShown } from './changes-parameters';
import { EntityFilter, RecordTypeFilter } from './key-filters';
import { MoreFilters } from './more-filters';

interface ChangesFilterProps {
  address: ReturnType<typeof useChangesAddress>;
  mayChange: boolean;
}

export function ChangesFilter({ address: [shown, set], mayChange }: ChangesFilterProps) {
  const isOutside = shown.kind === 'outside';
  const narrow = (change: Partial<ChangesShown>) => void set({ ...change, before: null });
  return (
    <FilterFields
      unfolded="grid grid-cols-2"
      first={
        <DraftField
          look="search"
          data-search=""
          label="Record ID"
          placeholder="Exact ID"
          maxLength={250}
          value={shown.recordId}
          onCommit={(recordId) => narrow({ recordId })}
          className="flex-1 sm:max-w-52 sm:basis-30"
        />
      }
    >
      <RecordTypeFilter value={shown.recordType} onChange={(recordType) => narrow({ recordType })} />
      <EntityFilter value={shown.entityId} onChange={(entityId) => narrow({ entityId })} />
      {!isOutside && (
        <DraftField
          label="Requested by"
          placeholder="Part of name"
          maxLength={200}
          value={shown.person}
          onCommit={(person) => narrow({ person })}
          className="flex-1 basis-28 roomy:@3xl:max-w-44"
        />
      )}
      <DateFilter {...{ shown, narrow }} />
      {/* On a narrow screen they are a row without labels. */}
      <div className="col-span-2 flex gap-2 *:mt-0 roomy:@3xl:contents roomy:@3xl:*:mt-5">
        <AddFilter className="w-64">
          <MoreFilters {...{ shown, narrow }} />
        </AddFilter>
        {mayChange && !isOutside && (
          <Button
            aria-pressed={shown.mine}
            title="Changes that you requested. A colleague who opens a link to this list sees their own"
            onPress={() => narrow({ mine: !shown.mine })}
            className="mt-5"
          >
            Mine
          </Button>
        )}
      </div>
    </FilterFields>
  );
}

const thisWeek = [{ value: 'week', label: 'This week' }] as const;

interface DateFilterProps {
  shown: ChangesShown;
  narrow: (change: Partial<ChangesShown>) => void;
}

function DateFilter({ shown: { from, to }, narrow }: DateFilterProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  // Typed days stay days, even where they mean this week.
  const [areTyped, setTyped] = useState(false);
  const monday = mondayOf(timeZone === undefined ? from || dayOf(now, 'UTC') : dayOf(now, timeZone));
  return (
    <DaysFilter
      label="Date"
      choices={thisWeek}
      choice={from === monday && to === '' && !areTyped ? 'week' : null}
      {...{ from, to }}
      onChoose={(choice) => {
        setTyped(choice === null);
        if (choice !== null) narrow({ from: monday, to: '' });
      }}
      onDays={(days) => {
        setTyped(true);
        narrow(days);
      }}
    />
  );
}
