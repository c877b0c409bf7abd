'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useEffect } from 'react';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { percentInWords, progressInWords } from '@/components/changes/progress-words';
import { TextLink } from '@/components/ui/text-link';
import { activeChangesQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
import { useChangeSets } from '@/lib/client/changes/change-set-events';
import { useEvents } from '@/lib/client/events/use-events';
import { useKeyNames } from '@/lib/client/use-names';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { inDigits } from '@/lib/domain/reader-formats';
import { useEndedSetToasts } from './use-ended-set-toasts';

/** The active sets of the connection but switches, which are shown where they were pressed. */
function useRunningSets() {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const { data, isPlaceholderData } = useQuery(activeChangesQuery(connection, isLive));
  const answer = isPlaceholderData ? undefined : data; // placeholder data belongs to the connection before
  const sets = (answer?.value ?? []).filter((set) => set.kind !== 'switch' && !hasEnded(set));
  return {
    connection,
    answer,
    set: sets.find(({ state }) => state === 'running') ?? sets[0],
    others: sets.length - 1,
  };
}

/** Shows the running change set in the navigation, and keeps the page's change sets up to date by events and toasts. */
export function RunningSets() {
  const { connection, answer, set, others } = useRunningSets();
  useChangeSets(connection);
  useEndedSetToasts();
  useEffect(() => {
    if (answer !== undefined)
      changeSetRegister.take(connection, answer.value, answer.askedAt, answer.next === null);
  }, [connection, answer]);
  return set && <RunningCard {...{ set, others }} />;
}

/** In the top bar of narrow screens: the same in one small link. */
export function RunningBadge() {
  const { set, others } = useRunningSets();
  return set && <RunningLink {...{ set, others }} />;
}

function RunningCard({ set, others }: { set: ChangeSet; others: number }) {
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

function RunningLink({ set, others }: { set: ChangeSet; others: number }) {
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

function stateInWords(set: ChangeSet): string {
  if (set.state === 'paused') return `${percentInWords(set)}, paused`;
  return progressInWords(set);
}
