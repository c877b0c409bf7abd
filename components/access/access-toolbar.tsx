'use client';

import { Button } from '@/components/ui/button';
import { MultiSelect } from '@/components/ui/multi-select';
import { SearchField } from '@/components/ui/search-field';
import type { useAccessAddress } from './access-address';

interface AccessToolbarProps {
  address: ReturnType<typeof useAccessAddress>;
  /** Record types with how many records each has. */
  types: readonly { recordType: string; records: number }[];
}

/** The filters of the access page; every one is in the URL. */
export function AccessToolbar({ address: [filter, setFilter], types }: AccessToolbarProps) {
  const options = types.map(({ recordType, records }) => ({
    value: recordType,
    label: recordType,
    count: records,
  }));
  const isFiltered = filter.type.length > 0 || filter.q !== '' || filter.entity !== '';
  return (
    <div data-print="hide" className="flex min-w-0 flex-wrap items-center gap-2">
      <MultiSelect
        label="Type"
        values={filter.type}
        onChange={(type) => void setFilter({ type })}
        options={options}
        allLabel="All types"
      />
      <SearchField
        label="Record ID"
        value={filter.q}
        onChange={(q) => void setFilter({ q })}
        className="min-w-28 flex-1 basis-28 sm:max-w-48 sm:basis-48"
      />
      <SearchField
        label="Entity"
        value={filter.entity}
        onChange={(entity) => void setFilter({ entity })}
        className="min-w-24 flex-1 basis-24 sm:max-w-36 sm:basis-36"
      />
      {isFiltered && (
        <Button variant="ghost" onPress={() => void setFilter(null)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
