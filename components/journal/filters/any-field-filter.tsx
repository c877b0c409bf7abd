'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '@/components/ui/fields/select';
import { askedWhile } from '@/lib/client/api';
import { journalFacetsQuery } from '@/lib/client/journal/journal';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import { operatorsOf } from '@/lib/domain/journal/operators';
import type { FieldFilter as Filter } from '@/lib/domain/journal/query';
import type { JournalAddress } from '../journal-address';
import { FieldFilter } from './field-filter';

const fieldOptions = journalFields
  .filter(({ kind }) => operatorsOf[kind].length > 0)
  .map(({ name, label }) => ({ value: name, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

interface AnyFieldFilterProps {
  address: JournalAddress;
  connection: string;
  onAdd: (filter: Filter) => void;
}

export function AnyFieldFilter({ address, connection, onAdd }: AnyFieldFilterProps) {
  const [name, setName] = useState('Quantity');
  const known = journalField(name);
  const { data } = useQuery({
    ...journalFacetsQuery(name, address.query, connection),
    enabled: askedWhile(known?.options !== undefined && !address.isRefused),
  });
  const seen = data?.values.map(({ value }) => String(value)) ?? [];
  const isKnown = seen.every((value) => known?.options?.some((option) => option.trim() === value.trim()));
  const field = known?.options === undefined || isKnown ? known : { ...known, options: seen };
  return (
    <div className="flex flex-col gap-3">
      <Select label="Field" value={name} onChange={setName} options={fieldOptions} />
      {field && <FieldFilter key={name} field={field} onAdd={onAdd} />}
    </div>
  );
}
