'use client';

import { useState } from 'react';
import { DraftField } from './draft-field';
import { MultiSelect } from './multi-select';

/** 9 comes before 10. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

interface ValuesFilterProps {
  label: string;
  placeholder?: string;
  allLabel: string;
  /** Undefined: empty values cannot be chosen. */
  emptyLabel?: string;
  values: readonly string[];
  isSingle?: boolean;
  /** Undefined: not known. */
  options: readonly { value: string; count?: number }[] | undefined;
  isReading: boolean;
  labelOf?: (value: string) => string;
  /** False: the value is invalid, and the text stays. */
  onChange: (values: string[]) => boolean | void;
}

/** Values of a filter to choose; without options a text field while it is in use. */
export function ValuesFilter({
  label,
  allLabel,
  placeholder = allLabel,
  emptyLabel,
  values,
  isSingle = false,
  options,
  isReading,
  labelOf = String,
  onChange,
}: ValuesFilterProps) {
  const [isTyping, setTyping] = useState(false);
  const isOne = values.length < 2 && values[0] !== '';
  if (isTyping || (isOne && options === undefined && !isReading)) {
    return (
      <DraftField
        {...{ label, placeholder }}
        title="There is no list to choose from: type it in full"
        className="w-full"
        value={values[0] ?? ''}
        maxLength={250}
        onCommit={(value) => onChange(value === '' ? [] : [value])}
        onUse={setTyping}
      />
    );
  }
  const counts = new Map((options ?? []).map(({ value, count }) => [value, count]));
  const areCounted = options?.every(({ count }) => count !== undefined) === true;
  // Chosen values stay listed, even without results.
  const offered = [...new Set([...counts.keys(), ...values])].filter((id) => id !== '');
  const count = (id: string): number | undefined =>
    counts.get(id) ?? counts.get(id.toUpperCase()) ?? (areCounted ? 0 : undefined); // links may use lower case
  return (
    <MultiSelect
      {...{ label, values, allLabel, isSingle, onChange }}
      hideLabel={false}
      options={[
        ...(emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel, count: count('') }]),
        ...offered.sort(inOrder).map((id) => ({ value: id, label: labelOf(id), count: count(id) })),
      ]}
    />
  );
}
