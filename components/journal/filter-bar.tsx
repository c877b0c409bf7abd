'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftField } from '@/components/ui/fields/draft-field';
import { FilterFields } from '@/components/ui/fields/filter-fields';
import { MultiSelect } from '@/components/ui/fields/multi-select';
import { Select } from '@/components/ui/fields/select';
import { journalFacetsQuery } from '@/lib/client/journal';
import type { JournalFacets } from '@/lib/contract/journal';
import { isDay } from '@/lib/domain/calendar-day';
import { counted } from '@/lib/domain/counted';
import { datesAreReversed, type BatchName } from '@/lib/domain/journal/query';
import { journalParameters } from '@/lib/domain/journal/query-parameters';
import { FieldFilterForm } from './field-filter-form';
import { datesReversedWords } from './filter-words';
import type { JournalAddress } from './journal-address';

interface FilterBarProps {
  address: JournalAddress;
  connection: string | undefined;
}

/** Whether a date field is filled or emptied to the end. */
const isTyped = (day: string): boolean => day === '' || isDay(day);

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
        onCommit={(from) => isTyped(from) && narrow({ from })}
        className="w-34"
      />
      <DraftField
        look="date"
        label="Posting date to"
        value={query.to}
        onCommit={(to) => isTyped(to) && narrow({ to })}
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

interface EntityFilterProps {
  values: readonly string[];
  /** Entities of the lines; null while they are not known. */
  options: JournalFacets['entities'] | null;
  onChange: (values: string[]) => void;
}

/** Several entities, "No entity" among them; a plain field to type one as long as the list is not there. */
function EntityFilter({ values, options, onChange }: EntityFilterProps) {
  if (!options && values.length < 2 && values[0] !== '') {
    return (
      <DraftField
        label="Entity"
        value={values[0] ?? ''}
        maxLength={250}
        onCommit={(value) => onChange(value === '' ? [] : [value])}
        className="w-28"
      />
    );
  }
  const offered = (options ?? []).filter(({ id }) => id !== '');
  const blank = options?.find(({ id }) => id === '')?.lines ?? (options ? 0 : undefined);
  return (
    <MultiSelect
      label="Entity"
      hideLabel={false}
      allLabel="All entities"
      values={values}
      onChange={onChange}
      options={[
        { value: '', label: 'No entity', count: blank },
        ...offered.map(({ id, lines }) => ({ value: id, label: id, count: lines })),
      ]}
    />
  );
}

interface BatchFilterProps {
  value: BatchName | null;
  /** Batches of the lines; null while they are not known. */
  options: JournalFacets['batches'] | null;
  onChange: (value: BatchName | null) => void;
}

const { read, write } = journalParameters.batch;

/** One journal batch; a plain field to type TEMPLATE/BATCH until the list is there and nothing is being typed. */
function BatchFilter({ value, options, onChange }: BatchFilterProps) {
  const chosen = write(value)[0] ?? '';
  const [isTyping, setTyping] = useState(false);
  const choose = (text: string): boolean => {
    const reading = read([text]);
    if (!('value' in reading)) return false;
    onChange(reading.value);
    return true;
  };
  if (!options || isTyping) {
    return (
      <DraftField
        label="Batch"
        placeholder="TEMPLATE/BATCH"
        value={chosen}
        maxLength={100}
        onCommit={choose}
        onUse={setTyping}
        className="w-44"
      />
    );
  }
  const offered = options
    .filter(({ template, batch }) => template !== '' && batch !== '')
    .map((one) => ({
      value: write(one)[0] ?? '',
      label: `${one.template} / ${one.batch}`,
      detail: counted(one.lines, 'line'),
    }));
  const missing = value && !offered.some((option) => option.value === chosen);
  return (
    <Select
      label="Batch"
      value={chosen}
      onChange={choose}
      options={[
        { value: '', label: 'All batches' },
        ...(missing ? [{ value: chosen, label: `${value.template} / ${value.batch}` }] : []),
        ...offered,
      ]}
      className="w-44"
    />
  );
}
