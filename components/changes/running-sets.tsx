'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { activeChangesQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { useChangeSets } from '@/lib/client/use-change-sets';
import { useEvents } from '@/lib/client/use-events';
import type { ChangeSet } from '@/lib/contract/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { useChangeLinks } from './change-links';
import { OutcomeBar } from './outcome-bar';
import { percentInWords, progressInWords } from './progress-words';

/** Keeps what every page shows of change sets up to date; stands once in the shell and shows nothing. */
export function ChangeSetEvents() {
  useChangeSets(useConnectionKey());
  return null;
}

/** The sets of the connection that have not ended, whoever asked for them; a switch is shown where it was pressed. */
function useRunningSets(): readonly ChangeSet[] {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const { data } = useQuery(activeChangesQuery(connection, isLive));
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

/** In the navigation: how far the running change set is, with a link to it. Nothing while none runs. */
export function RunningSets() {
  const sets = useRunningSets();
  const links = useChangeLinks();
  const set = foremost(sets);
  if (set === undefined) return null;
  const { unknown } = set.counts;
  return (
    <section
      aria-label="Running changes"
      className="flex flex-col gap-1.5 rounded-md border border-line bg-bg p-2 text-xs"
    >
      <Link
        href={links.set(set.id)}
        className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
      >
        {setTitle(set)}
      </Link>
      <OutcomeBar counts={set.counts} label={`Progress: ${setTitle(set)}`} className="h-1" />
      <p className="tabular text-text-muted">{stateInWords(set)}</p>
      {unknown > 0 && (
        <p className="tabular flex items-center gap-1 text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {unknown.toLocaleString()} not proven yet
        </p>
      )}
      {sets.length > 1 && (
        <Link
          href={links.list({ state: 'active' })}
          className="rounded-sm text-accent-text underline underline-offset-2"
        >
          and {(sets.length - 1).toLocaleString()} more
        </Link>
      )}
    </section>
  );
}

/** In the top bar of narrow screens: the same in one small link. */
export function RunningBadge() {
  const sets = useRunningSets();
  const links = useChangeLinks();
  const set = foremost(sets);
  if (set === undefined) return null;
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
