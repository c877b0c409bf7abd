import type { ChangeSet } from '@/lib/contract/changes';
import { durationInWords, hasEnded, percentOf } from '@/lib/domain/changes/progress';
import { outcomeOrder, outcomeWords } from '@/components/changes/outcome/outcome-words';
import { stateWords } from '@/components/changes/outcome/outcome-words';

const rates = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(undefined, { style: 'percent' });

/** "43%" in the browser's locale. */
export function percentInWords(set: Pick<ChangeSet, 'counts'>): string {
  return percents.format(percentOf(set.counts) / 100);
}

/** "14.8 a second", or '' while that is not known. */
export function rateInWords({ rate }: Pick<ChangeSet, 'rate'>): string {
  return rate === null ? '' : `${rates.format(rate.perSecond)} a second`;
}

/** "about 6 min left", or '' while that is not known. */
export function timeLeftInWords({ rate, state }: Pick<ChangeSet, 'rate' | 'state'>): string {
  const seconds = state === 'running' ? rate?.secondsLeft : null;
  return seconds == null || seconds === 0 ? '' : `about ${durationInWords(seconds)} left`;
}

/** What came of a set, what needs a look first: "Done: 37 refused, 9,963 applied". */
export function endInWords({ state, counts }: Pick<ChangeSet, 'state' | 'counts'>): string {
  const parts = outcomeOrder
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString()} ${outcomeWords[outcome].label.toLowerCase()}`);
  return `${stateWords[state]}: ${parts.join(', ')}`;
}

/** How far a set is, in one line: "43%, about 6 min left". */
export function progressInWords(set: ChangeSet): string {
  const how = hasEnded(set) ? '' : set.state === 'queued' ? 'waits for its turn' : timeLeftInWords(set);
  return [percentInWords(set), how].filter((part) => part !== '').join(', ');
}
