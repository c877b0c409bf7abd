'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeChangesQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { useChangeSets } from '@/lib/client/changes/use-change-sets';
import { useEvents } from '@/lib/client/events/use-events';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { onDemand } from '@/components/ui/on-demand';
import { useEndedSet } from './use-ended-set';

// Mostly nothing runs and nothing has ended.
const RunningCard = onDemand(async () => (await import('./set-cards')).RunningCard);
const RunningLink = onDemand(async () => (await import('./set-cards')).RunningLink);
const EndedCard = onDemand(async () => (await import('./set-cards')).EndedCard);
const EndedLink = onDemand(async () => (await import('./set-cards')).EndedLink);

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

/**
 * In the navigation: how far the running change set is, with a link to it, and what came of one that ended. Stands once on
 * every page, and keeps what it shows of change sets up to date.
 */
export function RunningSets() {
  const sets = useRunningSets();
  const set = foremost(sets);
  const ended = useEndedSet();
  return (
    <>
      <ChangeSetEvents />
      {ended.set !== undefined && <EndedCard set={ended.set} more={ended.more} onDismiss={ended.dismiss} />}
      {set !== undefined && <RunningCard set={set} others={sets.length - 1} />}
    </>
  );
}

/** In the top bar of narrow screens: the same in one small link. */
export function RunningBadge() {
  const sets = useRunningSets();
  const set = foremost(sets);
  const ended = useEndedSet();
  if (set !== undefined) return <RunningLink set={set} others={sets.length - 1} />;
  return ended.set === undefined ? null : <EndedLink set={ended.set} />;
}
