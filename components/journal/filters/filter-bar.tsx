'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddFilter } from '@/components/ui/fields/add-filter';
import { DaysFilter } from '@/components/ui/fields/days-filter';
import { DraftField } from '@/components/ui/fields/draft-field';
import { FilterFields } from '@/components/ui/fields/filter-fields';
import type { SelectOption } from '@/components/ui/fields/select';
import { ValuesFilter } from '@/components/ui/fields/values-filter';
import { askedWhile } from '@/lib/client/api';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { named, noEntity } from '@/lib/domain/access/names/named';
import { pastedList } from '@/lib/domain/filter-syntax';
import { batchWords } from '@/lib/domain/journal/condition-words';
import {
  batchField,
  conditionsOn,
  daysCondition,
  hasMoreOn,
  postingDays,
  shortOn,
  valuesOn,
  withPostingDays,
  withShort,
  withValues,
} from '@/lib/domain/journal/conditions-list';
import { syntaxFault } from '@/lib/domain/journal/field-filter';
import { longestFilterSyntax } from '@/lib/domain/journal/filter-value';
import { postingPeriods, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import { batchesOf } from '@/lib/domain/journal/batch-name';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';
import { AnyFieldFilter } from './any-field-filter';

interface FilterBarProps {
  address: JournalAddress;
  connection: string;
}

/** In place of "all" where the chips below have conditions that the field cannot show. */
const filteredBelow = 'Filtered below';

/** Common conditions as fields, others behind "Add filter"; in a narrow window only the search. */
export function FilterBar({ address, connection }: FilterBarProps) {
  const { query, isRefused, narrow } = address;
  const names = useEntityNames(connection);
  const isBatchBelow = query.filters.some(
    ({ field }) => field === 'JournalBatchName' || field === 'JournalTemplateName',
  );
  const entities = useQuery({
    ...journalFacetsQuery('BssiEntityID', query, connection),
    enabled: askedWhile(!isRefused),
  });
  const batches = useQuery({
    ...journalFacetsQuery('JournalBatchName', query, connection),
    enabled: askedWhile(!isRefused),
  });
  return (
    <FilterFields
      className="pb-2"
      unfolded="flex flex-wrap"
      first={
        <DraftField
          look="search"
          data-search=""
          label="Search"
          placeholder="Document, item, text"
          maxLength={200}
          value={query.q}
          onCommit={(q) => narrow({ q })}
          className="flex-1 sm:max-w-52 sm:basis-30 roomy:@3xl:@max-4xl:basis-50"
        />
      }
    >
      <div className="max-w-52 min-w-0 flex-1 basis-30">
        <ValuesFilter
          label="Entity"
          allLabel={hasMoreOn(query, 'BssiEntityID') ? filteredBelow : 'All entities'}
          emptyLabel={noEntity}
          values={valuesOn(query, 'BssiEntityID')}
          options={optionsOf(entities.data)}
          isReading={entities.isLoading}
          labelOf={(id) => named(id, names.get(id))}
          onChange={(ids) => narrow(withValues(query, 'BssiEntityID', ids))}
        />
      </div>
      <div className="max-w-44 min-w-0 flex-1 basis-28">
        <ValuesFilter
          label="Batch"
          allLabel={isBatchBelow ? filteredBelow : 'All batches'}
          placeholder={isBatchBelow ? filteredBelow : 'TEMPLATE/BATCH'}
          values={valuesOn(query, batchField)}
          options={optionsOf(batches.data)}
          isReading={batches.isLoading}
          labelOf={(text) => batchesOf([text]).map(batchWords).join()}
          onChange={(texts) => {
            const isUnderstood = batchesOf(texts).length === texts.length;
            if (isUnderstood) narrow(withValues(query, batchField, texts));
            return isUnderstood;
          }}
        />
      </div>
      <PostingDateFilter address={address} />
      <SyntaxFilter label="Item No." field="ItemNo" address={address} />
      <SyntaxFilter label="Location Code" field="LocationCode" address={address} />
      <AddFilter className="w-80">
        {(close) => (
          <AnyFieldFilter
            {...{ address, connection }}
            onAdd={(filter) => {
              narrow({ filters: [...query.filters, filter] });
              close();
            }}
          />
        )}
      </AddFilter>
    </FilterFields>
  );
}

function optionsOf(facets: JournalFacets | undefined) {
  return facets?.values.map(({ value, lines }) => ({ value: String(value), count: lines }));
}

const noDay = 'none';
const dateChoices: readonly SelectOption<PostingPeriod | typeof noDay>[] = [
  // The constant has exactly these keys.
  ...(Object.keys(postingPeriods) as PostingPeriod[]).map((value) => {
    const words = postingPeriods[value];
    return { value, label: words.charAt(0).toUpperCase() + words.slice(1) };
  }),
  { value: noDay, label: 'None' },
];

function PostingDateFilter({ address }: { address: JournalAddress }) {
  const { query, period, narrow, setPeriod } = address;
  const { from, to } = postingDays(query);
  const others = conditionsOn(query, 'PostingDate').filter(({ op }) => op !== 'empty');
  const hasNone = others.length < conditionsOn(query, 'PostingDate').length;
  const isBelow = others.length > Number(from !== '' || to !== '');
  return (
    <DaysFilter
      label="Posting date"
      anyLabel={isBelow ? filteredBelow : 'Any'}
      choices={dateChoices}
      choice={period ?? (hasNone && from === '' && to === '' ? noDay : null)}
      {...{ from, to }}
      onChoose={(choice) => {
        if (choice === noDay) narrow(withPostingDays(query, { op: 'empty' }));
        else setPeriod(choice);
      }}
      onDays={(days) => narrow(withPostingDays(query, daysCondition({ from, to, ...days })))}
    />
  );
}

interface SyntaxFilterProps {
  label: string;
  field: 'ItemNo' | 'LocationCode';
  address: JournalAddress;
}

const syntaxTitle =
  'A whole code; A..B for a range, A|B or cells pasted from a spreadsheet for a list, <>A for all but, A* for a start, *A* for a part';

/** A code in Business Central's filter syntax; invalid text is not applied. */
function SyntaxFilter({ label, field, address: { query, narrow } }: SyntaxFilterProps) {
  const condition = shortOn(query, field);
  const [fault, setFault] = useState<string>();
  const take = (text: string): boolean => {
    const words = text === '' ? null : syntaxFault(text, '|,');
    setFault(words === null ? undefined : `Not applied: ${words}`);
    if (words === null) narrow(withShort(query, field, text === '' ? null : { op: 'matches', value: text }));
    return words === null;
  };
  return (
    <DraftField
      label={label}
      title={syntaxTitle}
      placeholder={hasMoreOn(query, field) ? filteredBelow : ''}
      value={condition?.op === 'matches' ? String(condition.value) : ''}
      maxLength={longestFilterSyntax}
      onCommit={take}
      onPaste={(event) => {
        const list = pastedList(event.clipboardData.getData('text'));
        if (list === null) return;
        event.preventDefault();
        if (list.length <= longestFilterSyntax) take(list);
        else
          setFault(`A list has ${inDigits(longestFilterSyntax)} characters at most. This one was not taken.`);
      }}
      errorMessage={fault}
      // "Add filter" offers the same field where an open line leaves no space.
      className="max-w-32 flex-1 basis-21 roomy:@3xl:@max-4xl:hidden"
    />
  );
}
