import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { durationInWords, percentOf } from '@/lib/domain/changes/progress-figures';
import { outcomeOrder, outcomeWords, stateWords } from '@/components/changes/outcome/outcome-words';
import { inDigits, numberFormat } from '@/lib/domain/reader-formats';

export function percentInWords(set: Pick<ChangeSet, 'counts'>): string {
  return numberFormat({ style: 'percent' }).format(percentOf(set.counts) / 100);
}

export function rateInWords({ rate }: Pick<ChangeSet, 'rate'>): string {
  return rate === null ? '' : `${numberFormat({ maximumFractionDigits: 1 }).format(rate.perSecond)} a second`;
}

export function timeLeftInWords({ rate, state }: Pick<ChangeSet, 'rate' | 'state'>): string {
  const seconds = state === 'running' ? rate?.secondsLeft : null;
  return seconds == null || seconds === 0 ? '' : `about ${durationInWords(seconds)} left`;
}

/** "Done: 37 refused, 9,963 confirmed": what needs a look comes first. */
export function endInWords({ state, counts }: Pick<ChangeSet, 'state' | 'counts'>): string {
  const parts = outcomeOrder
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${inDigits(counts[outcome])} ${outcomeWords[outcome].label.toLowerCase()}`);
  return `${stateWords[state]}: ${parts.join(', ')}`;
}

export function progressInWords(set: ChangeSet): string {
  const how = hasEnded(set)
    ? ''
    : set.state === 'queued'
      ? 'waits for its turn'
      : set.waitsUntil !== undefined
        ? 'waits: the service asked for fewer requests'
        : timeLeftInWords(set);
  return [percentInWords(set), how].filter((part) => part !== '').join(', ');
}
