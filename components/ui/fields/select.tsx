'use client';

import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '@/components/ui/class-names';
import { FieldFrame, inputClasses } from './field-frame';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  detail?: string | undefined;
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  hideLabel?: boolean;
  isSet?: boolean;
  className?: string | undefined;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, onChange, options, hideLabel, isSet = false, className } = props;
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hideLabel, className }}>
      <span className="relative block min-w-0">
        <select
          id={id}
          value={value}
          // The value is one of the options.
          onChange={(event) => onChange(event.target.value as T)}
          className={classNames(
            inputClasses,
            'appearance-none truncate pr-7',
            isSet && 'border-accent! bg-accent-soft!',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.detail === undefined ? option.label : `${option.label} (${option.detail})`}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-2 right-2 size-4 text-text-muted"
        />
      </span>
    </FieldFrame>
  );
}
