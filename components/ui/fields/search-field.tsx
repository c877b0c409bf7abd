'use client';

import { Search, X } from 'lucide-react';
import { useId, useRef, type ComponentProps } from 'react';
import { classNames } from '@/components/ui/class-names';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { FieldFrame, inputClasses } from './field-frame';
import { useServedText } from './use-served-text';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'ref'> {
  label: string;
  hideLabel?: boolean;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** Escape and the cross clear it. */
export function SearchField({
  label,
  hideLabel = true,
  value,
  onChange,
  className,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useServedText(id, value, onChange);
  return (
    <FieldFrame {...{ id, label, hideLabel, className }}>
      <div className="relative min-w-0">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2 left-2 size-4 text-text-faint"
        />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          {...rest}
          ref={input}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (isOfComposition(event.nativeEvent)) return;
            if (event.key === 'Escape' && value !== '') {
              event.preventDefault();
              event.stopPropagation();
              onChange('');
            }
            onKeyDown?.(event);
          }}
          className={classNames(inputClasses, 'pr-8 pl-8')}
        />
        {value !== '' && (
          <button
            type="button"
            aria-label={`Clear: ${label}`}
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
            className="absolute top-1 right-1 grid size-6 place-items-center rounded-sm text-text-muted hover:bg-hover hover:text-text"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
