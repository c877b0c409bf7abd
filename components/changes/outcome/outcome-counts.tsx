import { classNames } from '@/components/ui/class-names';
import type { ChangeCounts } from '@/lib/contract/changes/changes';
import { decidedOf } from '@/lib/domain/changes/progress-figures';
import { inDigits } from '@/lib/domain/reader-formats';
import { barOrder, outcomeWords } from './outcome-words';

export function OutcomeCounts({ counts, className }: { counts: ChangeCounts; className?: string }) {
  return (
    <ul className={classNames('tabular flex flex-wrap gap-x-3 gap-y-1 text-xs text-text-muted', className)}>
      {barOrder.map((state) => {
        const { label, icon: Icon, tone, meaning } = outcomeWords[state];
        if (counts[state] === 0) return null;
        return (
          <li key={state} title={meaning} className="inline-flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden="true" className={classNames('size-3.5 shrink-0', toneText[tone])} />
            <span className="text-text">{inDigits(counts[state])}</span> {label.toLowerCase()}
          </li>
        );
      })}
    </ul>
  );
}

const toneText = {
  neutral: 'text-text-faint',
  accent: 'text-accent-text',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
};

/** Whether all assignments have one outcome: then a bar says no more than the word. */
export function isOneOutcome(counts: ChangeCounts): boolean {
  return barOrder.filter((state) => counts[state] > 0).length === 1;
}

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
        counts[state] === 0 ? null : state === 'pending' ? (
          <div key={state} style={{ flexGrow: counts.pending }} className="basis-0" />
        ) : (
          <div
            key={state}
            className={classNames(
              'h-full min-w-1 basis-0',
              outcomeWords[state].fill,
              'forced-colors:border-r forced-colors:border-[Canvas]',
              state === 'applied' ? 'forced-colors:bg-[CanvasText]' : 'forced-colors:bg-[GrayText]',
            )}
            style={{ flexGrow: counts[state] }}
          />
        ),
      )}
    </div>
  );
}
