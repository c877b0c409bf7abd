'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeChangesQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { endedSets } from '@/lib/client/changes/ended-sets';
import { useChangeSets } from '@/lib/client/changes/use-change-sets';
import { useEvents } from '@/lib/client/events/use-events';
import { hasEnded } from '@/lib/domain/changes/progress';
import { onDemand } from '@/components/ui/on-demand';
import { useEndedSetToasts } from './use-ended-set-toasts';

const RunningCard = onDemand(async () => (await import('./set-cards')).RunningCard);
const RunningLink = onDemand(async () => (await import('./set-cards')).RunningLink);

/** The active sets of the connection but switches, which are shown where they were pressed. */
function useRunningSets() {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const { data, isPlaceholderData } = useQuery(activeChangesQuery(connection, isLive));
  const answer = isPlaceholderData ? undefined : data; // placeholder data is of the connection shown before
  const sets = (answer?.value ?? []).filter((set) => set.kind !== 'switch' && !hasEnded(set));
  return {
    connection,
    answer,
    set: sets.find(({ state }) => state === 'running') ?? sets[0],
    others: sets.length - 1,
  };
}

/**
 * In the navigation: how far the running change set is. Stands once on every page: it also keeps what the page shows of
 * change sets up to date, and says when one has ended.
 */
export function RunningSets() {
  const { connection, answer, set, others } = useRunningSets();
  useChangeSets(connection);
  useEndedSetToasts();
  useEffect(() => {
    if (answer !== undefined) endedSets.take(connection, answer.value, answer.askedAt, answer.next === null);
  }, [connection, answer]);
  return set && <RunningCard {...{ set, others }} />;
}

/** In the top bar of narrow screens: the same in one small link. */
export function RunningBadge() {
  const { set, others } = useRunningSets();
  return set && <RunningLink {...{ set, others }} />;
}
