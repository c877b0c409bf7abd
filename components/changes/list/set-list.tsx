'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { ReasonInRow } from '@/components/changes/row-words';
import { History, SearchX } from 'lucide-react';
import { useChangeLinks } from '@/components/changes/change-links';
import { OutcomeBadge, OutcomeBar, OutcomeCounts } from '@/components/changes/outcome/outcome-counts';
import { StateBadge } from '@/components/changes/outcome/state-badge';
import { progressInWords } from '@/components/changes/progress-words';
import { Badge } from '@/components/ui/feedback/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Instant } from '@/components/ui/instant';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { changeListQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { useEvents } from '@/lib/client/events/use-events';
import { useKeyNames } from '@/lib/client/use-key-names';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { type useChangesAddress } from './changes-address';
import { daysAreReversed, isFiltered, listFilterOf } from './changes-parameters';
import { RowsByDay } from '@/components/changes/rows-by-day';

/** The change sets that the address asks for, newest first. */
export function SetList({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const query = useQuery(changeListQuery(connection, listFilterOf(shown), isLive));
  const older = query.data?.next ?? null;
  const goTo = (before: string | null) => void set({ before });
  return (
    <RowsByDay
      label="Changes"
      query={query}
      reading="Reading the changes"
      instantOf={({ createdAt }) => createdAt}
      keyOf={({ id }) => id}
      row={(one) => <ChangeSetRow set={one} />}
      paging={{ before: shown.before, goTo }}
      empty={
        older !== null ? (
          <EmptyState
            icon={<SearchX />}
            title="Nothing found so far"
            action={
              <Button ref={rescueFocus} onPress={() => goTo(older)}>
                Look at older ones
              </Button>
            }
          >
            The newest changes were searched, and none matches. There are older ones.
          </EmptyState>
        ) : isFiltered(shown) || shown.before !== '' ? (
          <EmptyState
            icon={<SearchX />}
            title="No change matches"
            action={
              <Button ref={rescueFocus} onPress={() => void set(null)}>
                Clear filters
              </Button>
            }
          >
            {daysAreReversed(shown)
              ? 'The last day asked for is before the first one.'
              : 'Record types, record IDs and entities are compared with all of the text, letter by letter.'}
          </EmptyState>
        ) : (
          <EmptyState icon={<History />} title="Nothing has been changed yet">
            Every switch and every change set appears here as soon as it is asked for, with what came of it.
          </EmptyState>
        )
      }
    />
  );
}

/** One set in the list: what it changed, who asked for it and why, and how far it is. */
function ChangeSetRow({ set }: { set: ChangeSet }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink look="title" href={links.set(set.id)} className="min-w-0">
            {title}
          </TextLink>
          {set.undoneBy !== null && <Badge>Undone</Badge>}
        </div>
        <p className="text-sm wrap-anywhere text-text-muted">
          <Instant at={set.createdAt} look="time" />
          {' · '}
          {set.person.name}
          {set.kind === 'undo' && set.only !== null && ' · undo'}
          <ReasonInRow reason={set.reason} />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 lg:items-stretch">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 lg:justify-end">
          {set.only !== null && (set.state === 'done' || set.only.state !== 'pending') && (
            <OutcomeBadge state={set.only.state} />
          )}
          {set.state !== 'done' && <StateBadge set={set} />}
          {!hasEnded(set) && set.only === null && (
            <span className="tabular text-sm text-text-muted">{progressInWords(set)}</span>
          )}
        </div>
        {set.only === null && (
          <>
            <OutcomeBar counts={set.counts} label={`Progress: ${title}`} className="h-1.5" />
            <OutcomeCounts counts={set.counts} className="lg:justify-end" />
          </>
        )}
      </div>
    </li>
  );
}
