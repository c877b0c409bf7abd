'use client';

import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DraftField } from '@/components/ui/draft-field';
import { journalFacetsQuery } from '@/lib/client/journal';
import { datesAreReversed } from '@/lib/domain/journal/query';
import { BatchFilter } from './batch-filter';
import { EntityFilter } from './entity-filter';
import { FieldFilterForm } from './field-filter-form';
import { datesReversedWords } from './filter-words';
import type { JournalAddress } from './journal-address';

interface FilterBarProps {
  address: JournalAddress;
  connection: string | undefined;
}

/** The usual conditions as fields, any other behind "Add filter". On narrow screens all but the search fold away. */
export function FilterBar({ address, connection }: FilterBarProps) {
  const { query, narrow } = address;
  const [isUnfolded, setUnfolded] = useState(false);
  const facets = useQuery(journalFacetsQuery(connection)).data ?? null;
  return (
    <section aria-label="Filters" data-print="hide" className="flex flex-wrap items-start gap-2 px-4 pb-2">
      <DraftField
        look="search"
        label="Search"
        placeholder="Document, item, text"
        maxLength={200}
        value={query.q}
        onCommit={(q) => narrow({ q })}
        className="flex-1 sm:w-52 sm:flex-none"
      />
      <Button aria-expanded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)} className="mt-5 sm:hidden">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
      </Button>
      <div
        className={isUnfolded ? 'flex w-full flex-wrap items-start gap-2 sm:contents' : 'hidden sm:contents'}
      >
        <EntityFilter
          values={query.entities}
          options={facets?.entities ?? null}
          onChange={(entities) => narrow({ entities })}
        />
        <BatchFilter
          value={query.batch}
          options={facets?.batches ?? null}
          onChange={(batch) => narrow({ batch })}
        />
        <DraftField
          look="date"
          label="Posting date from"
          value={query.from}
          onCommit={(from) => narrow({ from })}
          className="w-34"
        />
        <DraftField
          look="date"
          label="Posting date to"
          value={query.to}
          onCommit={(to) => narrow({ to })}
          errorMessage={datesAreReversed(query) ? datesReversedWords : undefined}
          className="w-34"
        />
        <DraftField
          label="Item No."
          value={query.item}
          maxLength={250}
          onCommit={(item) => narrow({ item })}
          className="w-26"
        />
        <DraftField
          label="Location Code"
          value={query.location}
          maxLength={250}
          onCommit={(location) => narrow({ location })}
          className="w-26"
        />
        <FieldFilterForm onAdd={(filter) => narrow({ filters: [...query.filters, filter] })} />
      </div>
    </section>
  );
}
