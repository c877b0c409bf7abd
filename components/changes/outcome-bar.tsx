'use client';

import { classNames } from '@/components/ui/class-names';
import type { ChangeCounts } from '@/lib/contract/changes';
import { decidedOf } from '@/lib/domain/changes/progress';
import { outcomeOrder, outcomeWords } from './outcome-words';

/** Decided ones from the left, so that it grows like any other progress. */
const barOrder = [
  ...outcomeOrder.filter((state) => state !== 'pending' && state !== 'unknown'),
  'unknown',
] as const;

/** How far a set is and what came of it, as one bar. What it shows stands in words beside it. */
export function OutcomeBar({
  counts,
  label,
  className,
}: {
  counts: ChangeCounts;
  label: string;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={counts.total}
      aria-valuenow={decidedOf(counts)}
      className={classNames('flex overflow-hidden rounded-full bg-line forced-colors:border', className)}
    >
      {barOrder.map((state) =>
        counts[state] === 0 ? null : (
          <div
            key={state}
            // A single refusal among many has to be seen too.
            className={classNames('h-full min-w-1', outcomeWords[state].fill, 'forced-colors:border-r')}
            style={{ flexGrow: counts[state], flexBasis: 0 }}
          />
        ),
      )}
      {counts.pending > 0 && <div style={{ flexGrow: counts.pending, flexBasis: 0 }} />}
    </div>
  );
}
