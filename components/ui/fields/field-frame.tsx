import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

export const inputClasses =
  'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm text-text ' +
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60';

interface FieldFrameProps {
  id: string;
  label: string;
  hideLabel?: boolean | undefined;
  description?: string | undefined;
  errorMessage?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function FieldFrame({
  id,
  label,
  hideLabel,
  description,
  errorMessage,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel === true ? 'sr-only' : 'text-xs font-medium text-text-muted'}>
        {label}
      </label>
      {children}
      {description !== undefined && (
        <p id={`${id}-description`} className="text-xs text-text-muted">
          {description}
        </p>
      )}
      {errorMessage !== undefined && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {errorMessage}
        </p>
      )}
    </div>
  );
}

/** Value of `aria-describedby` for the input of a `FieldFrame`. */
export function describedBy(id: string, description?: string, errorMessage?: string): string | undefined {
  const ids = [description !== undefined && `${id}-description`, errorMessage !== undefined && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}
