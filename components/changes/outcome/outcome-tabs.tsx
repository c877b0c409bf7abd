'use client';

import { useId } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeCounts } from '@/lib/contract/changes/changes';
import { inDigits } from '@/lib/domain/reader-formats';
import { outcomeOrder, outcomeWords } from './outcome-words';

interface OutcomeTabsProps {
  counts: ChangeCounts;
  value: CellState | null;
  onChange: (state: CellState | null) => void;
}

/** Tabs of outcomes with counts, as a native radio group: arrow keys move. */
export function OutcomeTabs({ counts, value, onChange }: OutcomeTabsProps) {
  const name = useId();
  const offered = outcomeOrder.filter((state) => counts[state] > 0 || state === value);
  return (
    <div role="radiogroup" aria-label="Outcome" className={countTabs}>
      <CountTab
        {...{ name, label: 'All', count: counts.total }}
        isChosen={value === null}
        onChoose={() => onChange(null)}
      />
      {offered.map((state) => (
        <CountTab
          key={state}
          name={name}
          label={outcomeWords[state].label}
          count={counts[state]}
          isChosen={value === state}
          onChoose={() => onChange(state)}
        />
      ))}
    </div>
  );
}

export const countTabs = 'scroll-shadow-x flex min-w-0 [scrollbar-width:thin] gap-1 overflow-x-auto';

interface CountTabProps {
  name: string;
  label: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

export function CountTab({ name, label, count, isChosen, onChoose }: CountTabProps) {
  return (
    <label
      className={classNames(
        'relative flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-t-md border-b-2 px-2.5 text-sm whitespace-nowrap -outline-offset-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isChosen
          ? 'border-accent font-medium text-text'
          : 'border-transparent text-text-muted hover:border-line-strong hover:text-text',
        'forced-colors:border-[Canvas] forced-colors:has-checked:border-[Highlight]',
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="sr-only" />
      {label}
      <span className="tabular text-xs text-text-muted">{inDigits(count)}</span>
    </label>
  );
}
