import { classNames } from '@/components/ui/class-names';
import type { ChangeCounts } from '@/lib/contract/changes';
import { outcomeOrder, outcomeWords } from './outcome-words';

const numbers = new Intl.NumberFormat();

/** The outcomes of a set with their counts, those that need a look first. */
export function OutcomeCounts({ counts, className }: { counts: ChangeCounts; className?: string }) {
  return (
    <ul className={classNames('tabular flex flex-wrap gap-x-3 gap-y-1 text-xs text-text-muted', className)}>
      {outcomeOrder.map((state) => {
        const { label, icon: Icon, tone, meaning } = outcomeWords[state];
        if (counts[state] === 0) return null;
        return (
          <li key={state} title={meaning} className="inline-flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden="true" className={classNames('size-3.5 shrink-0', toneText[tone])} />
            <span className="text-text">{numbers.format(counts[state])}</span> {label.toLowerCase()}
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
