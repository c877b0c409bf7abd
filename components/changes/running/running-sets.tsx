'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useEffect } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { activeChangesQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/ended-sets';
import { useChangeSets } from '@/lib/client/use-change-sets';
import { useEvents } from '@/lib/client/use-events';
import type { ChangeSet } from '@/lib/contract/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { useChangeLinks } from '@/components/changes/change-links';
import { EndedBadge, EndedSet } from './ended-sets';
import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { percentInWords, progressInWords } from '@/components/changes/progress-words';

/** Keeps what every page shows of change sets up to date; shows nothing. */
function ChangeSetEvents() {
  const connection = useConnectionKey();
  useChangeSets(connection);
  const isLive = useEvents(connection);
  const { data, isPlaceholderData } = useQuery(activeChangesQuery(connection, isLive));
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return; // or it is another's
    endedSets.take(connection, data.value, data.askedAt, data.next === null);
    // Heard with each answer, also one like that before: a set that was made since may have ended between the two.
  }, [connection, data, isPlaceholderData]);
  return null;
}

/** The sets of the connection that have not ended, whoever asked for them; a switch is shown where it was pressed. */
function useRunningSets(): readonly ChangeSet[] {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const { data, isPlaceholderData } = useQuery(activeChangesQuery(connection, isLive));
  if (isPlaceholderData) return []; // they are of the connection shown before
  return (data?.value ?? []).filter((set) => set.kind !== 'switch' && !hasEnded(set));
}

/** The set that tells most: one that runs before those that wait, the newest first. */
function foremost(sets: readonly ChangeSet[]): ChangeSet | undefined {
  return sets.find(({ state }) => state === 'running') ?? sets[0];
}

/** What is going on, in a few words: paused and unproven ones say so. */
function stateInWords(set: ChangeSet): string {
  if (set.state === 'paused') return `${percentInWords(set)}, paused`;
  return progressInWords(set);
}

/**
 * In the navigation: how far the running change set is, with a link to it, and what came of one that ended. Stands once on
 * every page, and keeps what it shows of change sets up to date.
 */
export function RunningSets() {
  const sets = useRunningSets();
  const set = foremost(sets);
  return (
    <>
      <ChangeSetEvents />
      <EndedSet />
      {set !== undefined && <RunningSet set={set} others={sets.length - 1} />}
    </>
  );
}

function RunningSet({ set, others }: { set: ChangeSet; others: number }) {
  const links = useChangeLinks();
  const { unknown } = set.counts;
  return (
    <section
      aria-label="Running changes"
      className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
    >
      <TextLink look="title" href={links.set(set.id)}>
        {setTitle(set)}
      </TextLink>
      <OutcomeBar counts={set.counts} label={`Progress: ${setTitle(set)}`} className="h-1" />
      <p className="tabular text-text-muted">{stateInWords(set)}</p>
      {unknown > 0 && (
        <p className="tabular flex items-center gap-1 text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {unknown.toLocaleString()} not confirmed yet
        </p>
      )}
      {others > 0 && (
        <TextLink href={links.list({ state: 'active' })}>and {others.toLocaleString()} more</TextLink>
      )}
    </section>
  );
}

/** In the top bar of narrow screens: the same in one small link. */
export function RunningBadge() {
  const sets = useRunningSets();
  const links = useChangeLinks();
  const set = foremost(sets);
  if (set === undefined) return <EndedBadge />;
  const isStuck = set.state === 'paused' || set.counts.unknown > 0;
  return (
    <Link
      href={sets.length === 1 ? links.set(set.id) : links.list({ state: 'active' })}
      aria-label={`${setTitle(set)}: ${stateInWords(set)}`}
      className="tabular flex h-7 shrink-0 items-center gap-1 rounded-md border border-line bg-bg px-1.5 text-xs"
    >
      {isStuck && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-warning" />}
      {percentInWords(set)}
    </Link>
  );
}
