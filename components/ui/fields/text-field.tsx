'use client';

import { useId, type ComponentProps } from 'react';
import { describedBy, FieldFrame, inputClasses } from './field-frame';
import { useServedText } from './use-served-text';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hideLabel?: boolean;
  description?: string | undefined;
  errorMessage?: string | undefined;
  className?: string | undefined;
}

export function TextField({
  label,
  value,
  onChange,
  hideLabel,
  description,
  errorMessage,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  useServedText(id, value, onChange);
  return (
    <FieldFrame {...{ id, label, hideLabel, description, errorMessage, className }}>
      <input
        type="text"
        {...rest}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={errorMessage !== undefined ? true : undefined}
        aria-describedby={describedBy(id, description, errorMessage)}
        className={inputClasses}
      />
    </FieldFrame>
  );
}
