'use client';

import { useEffect, useRef } from 'react';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { plural } from '@/lib/domain/counted';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { finishedOf } from '@/lib/domain/changes/progress-figures';
import { OutcomeBar, OutcomeCounts } from '@/components/changes/outcome/outcome-counts';
import {
  endInWords,
  percentInWords,
  progressInWords,
  rateInWords,
  timeLeftInWords,
} from '@/components/changes/progress-words';
import { Status } from '@/components/ui/feedback/status';
import { StateBadge } from '@/components/changes/outcome/state-badge';
import { stateWords } from '@/components/changes/outcome/outcome-words';
import { inDigits } from '@/lib/domain/reader-formats';

/** Progress of a set in words and as a bar, spoken now and then. */
export function SetProgress({ set }: { set: ChangeSet }) {
  const { counts } = set;
  const parts = [rateInWords(set), timeLeftInWords(set)].filter((part) => part !== '');
  return (
    <section aria-label="Progress" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge set={set} />
        <p className="tabular text-sm">
          {!hasEnded(set) && (
            <>
              <span className="font-semibold">{percentInWords(set)}</span>,{' '}
            </>
          )}
          {finishedInWords(set)}
        </p>
        {parts.length > 0 && <p className="tabular text-sm text-text-muted">{parts.join(', ')}</p>}
        <OutcomeCounts counts={counts} className="text-sm! max-lg:basis-full lg:ml-auto" />
      </div>
      <OutcomeBar counts={counts} label={`Progress: ${setTitle(set, useKeyNames())}`} className="h-2" />
      <SpokenProgress set={set} />
    </section>
  );
}

/** "3 of 10 finished, the others were cancelled"; where nothing was finished, there are no others. */
export function finishedInWords(set: Pick<ChangeSet, 'state' | 'counts'>): string {
  const { total, cancelled } = set.counts;
  const finished = finishedOf(set.counts);
  const words = `${inDigits(finished)} of ${inDigits(total)} finished`;
  if (!hasEnded(set) || cancelled === 0 || finished === 0) return words;
  return `${words}, the ${plural(cancelled, 'other was', 'others were')} cancelled`;
}

/** Speaks when the state changes, and every ten seconds in between where something changed. */
function SpokenProgress({ set }: { set: ChangeSet }) {
  const region = useRef<HTMLParagraphElement>(null);
  const words = hasEnded(set) ? endInWords(set) : `${stateWords[set.state]}: ${progressInWords(set)}`;
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  }, [words]);
  useEffect(() => {
    const speak = () => {
      if (region.current !== null && region.current.textContent !== latest.current)
        region.current.textContent = latest.current;
    };
    speak();
    const timer = setInterval(speak, 10_000);
    return () => clearInterval(timer);
  }, [set.state]);
  return <Status as="p" ref={region} className="sr-only" />;
}
