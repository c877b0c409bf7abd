'use client';

import { useId } from 'react';
import { classNames } from '@/components/ui/class-names';

interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string }[];
  className?: string | undefined;
}

/** A native radio group. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'inline-flex h-8 max-w-full rounded-md border border-line-strong bg-surface p-0.5',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-w-0 cursor-pointer items-center rounded-sm px-2.5 text-sm text-text-muted transition-colors hover:text-text has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
