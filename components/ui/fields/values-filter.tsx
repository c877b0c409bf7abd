'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DraftField } from './draft-field';
import type { MultiSelect as Choice } from './multi-select';

/** Codes as people expect them: 9 before 10. They are few, so the browser's own order will do. */
const inOrder = new Intl.Collator('en', { numeric: true }).compare;

interface ValuesFilterProps {
  label: string;
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
  /** What there is, with how much of it; null while that is not known. */
  options: readonly { value: string; count?: number }[] | null;
  labelOf?: (value: string) => string;
  /** False: it is not understood, and what is typed stays. */
  onChange: (values: string[]) => boolean | void;
}

/** The choice of several, whose code comes after the page: until then there is no list either. Without it one types. */
function useChoice(): typeof Choice<string> | null {
  const [choice, setChoice] = useState<{ MultiSelect: typeof Choice<string> } | null>(null);
  useEffect(() => {
    import('./multi-select').then(setChoice, () => undefined);
  }, []);
  return choice?.MultiSelect ?? null;
}

/** Values of a filter to choose from; a plain field to type one until the list is there and nothing is typed. */
export function ValuesFilter({
  label,
  placeholder = '',
  allLabel,
  emptyLabel,
  fieldWidth,
  className,
  values,
  isSingle = false,
  options,
  labelOf = String,
  onChange,
}: ValuesFilterProps) {
  const [isTyping, setTyping] = useState(false);
  const MultiSelect = useChoice();
  const isOne = values.length < 2 && values[0] !== '';
  if (isTyping || (isOne && (!options || !MultiSelect))) {
    return (
      <DraftField
        {...{ label, placeholder }}
        className={fieldWidth}
        value={values[0] ?? ''}
        maxLength={250}
        onCommit={(value) => onChange(value === '' ? [] : [value])}
        onUse={setTyping}
      />
    );
  }
  if (!MultiSelect)
    return (
      <Button isDisabled className={`mt-5 ${className ?? ''}`}>
        {label}
      </Button>
    );
  const counts = new Map((options ?? []).map(({ value, count }) => [value, count]));
  const areCounted = options?.every(({ count }) => count !== undefined) === true;
  // What is chosen stays to be taken off, also where the other filters leave nothing of it.
  const offered = [...new Set([...counts.keys(), ...values])].filter((id) => id !== '');
  const count = (id: string): number | undefined =>
    counts.get(id) ?? counts.get(id.toUpperCase()) ?? (areCounted ? 0 : undefined); // a link may have it in small letters
  return (
    // eslint-disable-next-line react-hooks/static-components -- always the one of its module, once that is there
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
