'use client';

import { useState } from 'react';
import { DraftField } from './draft-field';
import { MultiSelect } from './multi-select';

/** Codes as people expect them: 9 before 10. They are few, so the browser's own order will do. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

interface ValuesFilterProps {
  label: string;
  /** What is to be typed where there is no list; else the words for all. */
  placeholder?: string;
  /** Words for "nothing chosen, so everything". */
  allLabel: string;
  /** Words for an empty value; undefined: it cannot be asked for. */
  emptyLabel?: string;
  fieldWidth: string;
  /** Of the button in the field's place. */
  className?: string;
  values: readonly string[];
  /** Only one of them may be chosen. */
  isSingle?: boolean;
  /** What there is, with how much of it; undefined where that is not known. */
  options: readonly { value: string; count?: number }[] | undefined;
  /** It is being asked for. */
  isReading: boolean;
  labelOf?: (value: string) => string;
  /** False: it is not understood, and what is typed stays. */
  onChange: (values: string[]) => boolean | void;
}

/** Values of a filter to choose from; where there is no list, a plain field to type one, as long as that is in use. */
export function ValuesFilter({
  label,
  allLabel,
  placeholder = allLabel,
  emptyLabel,
  fieldWidth,
  className,
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
        className={fieldWidth}
        value={values[0] ?? ''}
        maxLength={250}
        onCommit={(value) => onChange(value === '' ? [] : [value])}
        onUse={setTyping}
      />
    );
  }
  const counts = new Map((options ?? []).map(({ value, count }) => [value, count]));
  const areCounted = options?.every(({ count }) => count !== undefined) === true;
  // What is chosen stays to be taken off, also where the other filters leave nothing of it.
  const offered = [...new Set([...counts.keys(), ...values])].filter((id) => id !== '');
  const count = (id: string): number | undefined =>
    counts.get(id) ?? counts.get(id.toUpperCase()) ?? (areCounted ? 0 : undefined); // a link may have it in small letters
  return (
    <MultiSelect
      {...{ label, className, values, allLabel, isSingle, onChange }}
      hideLabel={false}
      options={[
        ...(emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel, count: count('') }]),
        ...offered.sort(inOrder).map((id) => ({ value: id, label: labelOf(id), count: count(id) })),
      ]}
    />
  );
}
