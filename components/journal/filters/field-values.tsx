'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OptionChecklist } from '@/components/ui/fields/option-checklist';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import { named, noEntity, type EntityNames } from '@/lib/domain/access/names/named';
import type { JournalField } from '@/lib/domain/journal/fields';
import { codesText, listedCodes } from '@/lib/domain/journal/own-parameters';
import type { FieldConditions, FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { batchesOf, writeBatch } from '@/lib/domain/journal/query-parameters';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';

interface FieldValuesProps {
  field: JournalField;
  address: JournalAddress;
  connection: string;
}

/** Whether a column's values are offered to tick. */
export function offersValues({ kind }: JournalField): boolean {
  return kind === 'string' || kind === 'boolean';
}

/** The values of a field with how many lines have each by the other filters; those ticked are shown. */
export function FieldValues({ field, address, connection }: FieldValuesProps) {
  const { query, narrow } = address;
  const [search, setSearch] = useState('');
  const { data, error } = useQuery(journalFacetsQuery(field.name, query, connection));
  const names = useEntityNames(connection);
  const chosen = chosenValues(field, query);
  const lines = new Map(data?.values.map((one) => [String(one.value), one.lines]));
  // What is chosen stays to be taken off, also where the other filters leave none of its lines.
  const options = [...new Set([...lines.keys(), ...chosen])].map((value) => ({
    value,
    label: valueWords(field, value, names),
    count: data ? (lines.get(value) ?? 0) : undefined,
  }));
  if (error && !data)
    return (
      <p className="p-2 text-sm text-text-muted">
        Its values could not be listed. The page tries again by itself.
      </p>
    );
  return (
    <div className="flex h-64 flex-col overflow-hidden rounded-md border border-line" aria-busy={!data}>
      {data ? (
        <OptionChecklist
          label={field.label}
          values={chosen}
          onChange={(values) => narrow(withValues(field, query, values))}
          {...{ options, search, setSearch }}
        />
      ) : (
        <p className="p-3 text-sm text-text-muted">Counting values…</p>
      )}
      {data !== undefined && data.more > 0 && (
        <p className="shrink-0 border-t border-line p-2 text-xs text-text-muted">
          The {inDigits(data.values.length)} most frequent of {inDigits(data.values.length + data.more)}{' '}
          values. Others can be typed below.
        </p>
      )}
    </div>
  );
}

function valueWords({ name, kind }: JournalField, value: string, names: EntityNames): string {
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (value.trim() === '') return name === 'BssiEntityID' ? noEntity : '(empty)';
  return name === 'BssiEntityID' ? named(value, names.get(value)) : value;
}

/** Values of the field that the query asks for, one by one. */
export function chosenValues({ name }: JournalField, query: JournalQuery): string[] {
  if (name === 'BssiEntityID' && query.entities.length > 0) return [...query.entities];
  if (name === 'JournalBatchName' && query.batches.length > 0) return query.batches.map(writeBatch);
  if (name === 'ItemNo' && query.item !== '') return listedCodes(query.item) ?? [];
  if (name === 'LocationCode' && query.location !== '') return listedCodes(query.location) ?? [];
  return query.filters.flatMap((filter) => {
    if (filter.field !== name) return [];
    if (filter.op === 'in') return filter.values.map(String);
    if (filter.op === 'eq') return [String(filter.value)];
    return filter.op === 'empty' ? [''] : [];
  });
}

/** The change of a query that makes it ask for these values of a field; for none of them in particular when there are none. */
export function withValues(
  { name, kind }: JournalField,
  query: JournalQuery,
  values: readonly string[],
): Partial<FieldConditions> {
  const isOther = ({ field, op }: FieldFilter) =>
    field !== name || !(op === 'in' || op === 'eq' || op === 'empty');
  const filters = query.filters.filter(isOther);
  if (name === 'BssiEntityID') return { entities: [...values], filters };
  if (name === 'JournalBatchName') return { batches: batchesOf(values), filters };
  if (name === 'ItemNo') return { item: codesText(values), filters };
  if (name === 'LocationCode') return { location: codesText(values), filters };
  const [only] = values;
  if (only === undefined) return { filters };
  if (kind === 'boolean')
    return {
      filters: values.length > 1 ? filters : [...filters, { field: name, op: 'eq', value: only === 'true' }],
    };
  if (values.length === 1 && only === '') return { filters: [...filters, { field: name, op: 'empty' }] };
  return { filters: [...filters, { field: name, op: 'in', values: [...values] }] };
}
