'use client';

import { TriangleAlert, X } from 'lucide-react';
import Link from 'next/link';
import { TextLink } from '@/components/ui/text-link';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Status } from '@/components/ui/feedback/status';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { useChangeLinks } from '@/components/changes/change-links';
import { isOneOutcome, OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { stateWords } from '@/components/changes/outcome/outcome-words';
import { endInWords, percentInWords, progressInWords } from '@/components/changes/progress-words';
import { inDigits } from '@/lib/domain/reader-formats';
import { endedSetPlace } from './use-ended-set';

/** In the navigation: how far a set is, and how many others have not ended. */
export function RunningCard({ set, others }: { set: ChangeSet; others: number }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  const unconfirmed = set.counts[unconfirmedState];
  return (
    <section
      aria-label="Running changes"
      className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
    >
      <TextLink look="title" href={links.set(set.id)}>
        {title}
      </TextLink>
      <OutcomeBar counts={set.counts} label={`Progress: ${title}`} className="h-1" />
      <p className="tabular text-text-muted">{stateInWords(set)}</p>
      {unconfirmed > 0 && (
        <p className="tabular flex items-center gap-1 text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {inDigits(unconfirmed)} unconfirmed
        </p>
      )}
      {others > 0 && <TextLink href={links.list({ state: 'active' })}>and {inDigits(others)} more</TextLink>}
    </section>
  );
}

/** In the top bar of narrow screens: the same of the foremost of these sets, in one small link. */
export function RunningLink({ set, others }: { set: ChangeSet; others: number }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  const isStuck = set.state === 'paused' || set.counts[unconfirmedState] > 0;
  return (
    <Link
      href={others === 0 ? links.set(set.id) : links.list({ state: 'active' })}
      aria-label={`${title}: ${stateInWords(set)}`}
      className="tabular flex h-7 shrink-0 items-center gap-1 rounded-md border border-line bg-bg px-1.5 text-xs"
    >
      {isStuck && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warning" />}
      {percentInWords(set)}
    </Link>
  );
}

/** What is going on, in a few words: paused and unconfirmed ones say so. */
function stateInWords(set: ChangeSet): string {
  if (set.state === 'paused') return `${percentInWords(set)}, paused`;
  return progressInWords(set);
}

/** In the navigation: what came of a set that ended while the page was open, until it is looked at or dismissed. */
export function EndedCard({ set, more, onDismiss }: { set: ChangeSet; more: number; onDismiss: () => void }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  return (
    <>
      <Status as="p" className="sr-only">
        {`${title}. ${endInWords(set)}.`}
      </Status>
      <section
        ref={rescueFocus}
        aria-label="Ended changes"
        {...endedSetPlace}
        className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
      >
        <div className="flex items-start gap-1">
          <TextLink look="title" href={links.set(set.id)} className="min-w-0 flex-1">
            {title}
          </TextLink>
          <IconButton
            size="sm"
            label="Dismiss"
            icon={<X aria-hidden="true" />}
            onPress={onDismiss}
            className="-mt-1 -mr-1"
          />
        </div>
        {!isOneOutcome(set.counts) && (
          <OutcomeBar counts={set.counts} label={`Progress: ${title}`} className="h-1" />
        )}
        <p className="tabular text-text-muted">{endInWords(set)}</p>
        {more > 0 && <TextLink href={links.list()}>and {inDigits(more)} more</TextLink>}
      </section>
    </>
  );
}

/** In the top bar of narrow screens: the same in one small link. It is spoken by the card, which is hidden there. */
export function EndedLink({ set }: { set: ChangeSet }) {
  const links = useChangeLinks();
  return (
    <Link
      ref={rescueFocus}
      href={links.set(set.id)}
      aria-label={`${setTitle(set, useKeyNames())}. ${endInWords(set)}`}
      {...endedSetPlace}
      className="flex h-7 shrink-0 items-center gap-1 rounded-md border border-line bg-bg px-1.5 text-xs"
    >
      {set.counts.applied + set.counts.already < set.counts.total && (
        <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warning" />
      )}
      {stateWords[set.state]}
    </Link>
  );
}
