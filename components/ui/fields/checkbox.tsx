'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

interface CheckboxProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
  className?: string;
}

export function Checkbox({
  isSelected,
  onChange,
  isIndeterminate = false,
  isDisabled,
  children,
  className,
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <label
      className={classNames('flex min-h-7 min-w-0 cursor-pointer items-center gap-2 text-sm', className)}
    >
      <input
        ref={input}
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}
