'use client';

import { useQuery } from '@tanstack/react-query';
import { ValuesFilter } from '@/components/ui/fields/values-filter';
import { accessSummaryQuery } from '@/lib/client/access-summary';
import { useConnectionKey } from '@/lib/client/connection';
import { named } from '@/lib/domain/access/names/named';

interface KeyFilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** Changes of records of one type, chosen among those there are. */
export function RecordTypeFilter({ value, onChange }: KeyFilterProps) {
  const { data } = useQuery(accessSummaryQuery(useConnectionKey()));
  return (
    <ValuesFilter
      label="Record type"
      allLabel="All types"
      isSingle
      fieldWidth="sm:w-28"
      className="w-full sm:max-w-52 sm:min-w-28"
      values={value === '' ? [] : [value]}
      options={data?.recordTypes.map(({ recordType }) => ({ value: recordType })) ?? null}
      onChange={([recordType = '']) => onChange(recordType)}
    />
  );
}

/** Changes of one entity: chosen by its name among those there are, as in the journal. */
export function EntityFilter({ value, onChange }: KeyFilterProps) {
  const { data } = useQuery(accessSummaryQuery(useConnectionKey()));
  const names = new Map(data?.entities.map(({ entityId, name }) => [entityId, name]));
  return (
    <ValuesFilter
      label="Entity"
      allLabel="All entities"
      isSingle
      fieldWidth="sm:w-28"
      className="w-full sm:max-w-52 sm:min-w-28"
      values={value === '' ? [] : [value]}
      options={data?.entities.map(({ entityId }) => ({ value: entityId })) ?? null}
      labelOf={(entityId) => named(entityId, names.get(entityId))}
      onChange={([entityId = '']) => onChange(entityId)}
    />
  );
}
