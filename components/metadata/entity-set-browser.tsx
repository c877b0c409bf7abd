'use client';

import { MultiSelect } from '@/components/ui/multi-select';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import type { EntitySet } from '@/lib/contract/metadata';
import { EntitySetList } from './entity-set-list';
import { countTypes, filterFields } from './field-filter';
import { FieldTable } from './field-table';
import { useMetadataAddress } from './metadata-address';

/** Entity sets to choose from, and the fields of the chosen one, filtered by text and type. */
export function EntitySetBrowser({ entitySets }: { entitySets: readonly EntitySet[] }) {
  const [{ set, q, type }, setAddress] = useMetadataAddress();
  const sorted = [...entitySets].sort(
    (a, b) => Number(b.usedByConsole) - Number(a.usedByConsole) || a.name.localeCompare(b.name),
  );
  const shown = sorted.find((one) => one.name === set) ?? sorted[0];
  if (shown === undefined) return null;
  const matches = sorted.map((one) => ({ set: one, found: filterFields(one.fields, q, type).length }));
  const fields = filterFields(shown.fields, q, type);
  const choose = (name: string) => void setAddress({ set: name });
  const clear = () => void setAddress({ q: null, type: null });
  return (
    <div className="flex min-h-96 flex-1 flex-col gap-3 md:flex-row">
      <EntitySetList matches={matches} shown={shown.name} onChoose={choose} />
      <Select
        label="Entity set"
        value={shown.name}
        onChange={choose}
        options={matches.map(({ set: one, found }) => ({
          value: one.name,
          label: one.name,
          detail: `${found} of ${one.fields.length} fields`,
        }))}
        className="md:hidden"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            label="Search fields"
            value={q}
            onChange={(text) => void setAddress({ q: text || null })}
            className="max-w-80 flex-1 basis-48"
          />
          <MultiSelect
            label="Type"
            allLabel="All types"
            values={type}
            onChange={(types) => void setAddress({ type: types.length === 0 ? null : types })}
            options={countTypes(shown.fields).map((one) => ({
              value: one.type,
              label: one.type,
              count: one.count,
            }))}
          />
          <span role="status" className="tabular ml-auto text-sm text-text-muted">
            {fields.length === shown.fields.length
              ? `${fields.length.toLocaleString()} fields declared`
              : `${fields.length.toLocaleString()} of ${shown.fields.length.toLocaleString()} fields`}
          </span>
        </div>
        <FieldTable entitySet={shown} fields={fields} onClear={clear} />
      </div>
    </div>
  );
}
