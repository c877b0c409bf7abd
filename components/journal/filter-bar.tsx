'use client';

import { useQuery } from '@tanstack/react-query';
import { DraftField } from '@/components/ui/draft-field';
import { FilterFields } from '@/components/ui/filter-fields';
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
  const facets = useQuery(journalFacetsQuery(connection)).data ?? null;
  return (
    <FilterFields
      className="px-4 pb-2"
      unfolded="flex flex-wrap"
      first={
        <DraftField
          look="search"
          label="Search"
          placeholder="Document, item, text"
          maxLength={200}
          value={query.q}
          onCommit={(q) => narrow({ q })}
          className="flex-1 sm:w-52 sm:flex-none"
        />
      }
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
    </FilterFields>
  );
}
