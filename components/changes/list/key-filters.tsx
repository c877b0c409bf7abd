'use client';

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ValuesFilter } from '@/components/ui/fields/values-filter';
import { accessSummaryQuery } from '@/lib/client/access-summary';
import { useConnectionKey } from '@/lib/client/connection';
import { named } from '@/lib/domain/access/names/named';

interface KeyFilterProps {
  value: string;
  onChange: (value: string) => void;
}

export function RecordTypeFilter(props: KeyFilterProps) {
  const { data, isLoading } = useQuery(accessSummaryQuery(useConnectionKey()));
  return (
    <KeyFilter
      {...props}
      isReading={isLoading}
      label="Record type"
      allLabel="All types"
      keys={data?.recordTypes.map(({ recordType }) => recordType)}
    />
  );
}

export function EntityFilter(props: KeyFilterProps) {
  const { data, isLoading } = useQuery(accessSummaryQuery(useConnectionKey()));
  const names = new Map(data?.entities.map(({ entityId, name }) => [entityId, name]));
  return (
    <KeyFilter
      {...props}
      isReading={isLoading}
      label="Entity"
      allLabel="All entities"
      keys={data?.entities.map(({ entityId }) => entityId)}
      labelOf={(entityId) => named(entityId, names.get(entityId))}
    />
  );
}

type OneOfKeysProps = KeyFilterProps &
  Pick<ComponentProps<typeof ValuesFilter>, 'label' | 'allLabel' | 'labelOf' | 'isReading'> & {
    keys: readonly string[] | undefined;
  };

function KeyFilter({ value, onChange, keys, ...words }: OneOfKeysProps) {
  return (
    <div className="min-w-0 flex-1 basis-28 roomy:@3xl:max-w-52">
      <ValuesFilter
        {...words}
        isSingle
        values={value === '' ? [] : [value]}
        options={keys?.map((key) => ({ value: key }))}
        onChange={([key = '']) => onChange(key)}
      />
    </div>
  );
}
