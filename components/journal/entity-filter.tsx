'use client';

import { DraftField } from '@/components/ui/draft-field';
import { MultiSelect } from '@/components/ui/multi-select';
import type { JournalFacets } from '@/lib/contract/journal';

interface EntityFilterProps {
  values: readonly string[];
  /** Entities of the lines; null while they are not known. */
  options: JournalFacets['entities'] | null;
  onChange: (values: string[]) => void;
}

/** Several entities, "No entity" among them; a plain field to type one as long as the list is not there. */
export function EntityFilter({ values, options, onChange }: EntityFilterProps) {
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
