'use client';

import { classNames } from '@/components/ui/class-names';

interface ProgressBarProps {
  label: string;
  /** Undefined: progress without a known end. */
  value?: number | undefined;
  max?: number;
  className?: string | undefined;
}

export function ProgressBar({ label, value, max = 100, className }: ProgressBarProps) {
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={classNames('h-1 overflow-hidden rounded-full bg-line forced-colors:border', className)}
    >
      <div
        className={classNames(
          'h-full bg-accent forced-colors:bg-[Highlight]',
          share === undefined && 'w-1/3 animate-slide',
        )}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  );
}
