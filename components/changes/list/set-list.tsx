'use client';

import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/text-link';
import { History, SearchX } from 'lucide-react';
import { useChangeLinks } from '@/components/changes/change-links';
import { isOneOutcome, OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { WhenInRow } from '@/components/changes/row-words';
import { StateBadge } from '@/components/changes/outcome/state-badge';
import { endInWords, percentInWords, timeLeftInWords } from '@/components/changes/progress-words';
import { classNames } from '@/components/ui/class-names';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Status } from '@/components/ui/feedback/status';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { usePrinting } from '@/components/ui/use-printing';
import { changeListQuery } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { useEvents } from '@/lib/client/events/use-events';
import { useKeyNames } from '@/lib/client/use-names';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { setTitle } from '@/lib/domain/changes/change-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { useChangesAddress } from './changes-address';
import { isFiltered, hidesOutside, listFilterOf, type ChangesShown } from './changes-parameters';
import { filtersInWords, nothingMatchesWords } from './filter-words';
import { OutsideLink } from './outside-count';
import { useArrivals } from './use-arrivals';
import { RowsByDay } from '@/components/changes/rows-by-day';

export function SetList({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const filter = listFilterOf(shown);
  const query = useQuery(changeListQuery(connection, filter, isLive));
  const { rows, waiting, show } = useArrivals(query, JSON.stringify([connection, filter]));
  const isPrinting = usePrinting(); // on paper nothing waits
  const older = query.data?.next ?? null;
  const goTo = (before: string | null) => void set({ before });
  return (
    <RowsByDay
      label="Changes"
      query={isPrinting || !query.data || !rows ? query : { ...query, data: { ...query.data, value: rows } }}
      arrived={
        waiting > 0 && (
          <Status as="span" data-print="hide">
            <button
              ref={rescueFocus}
              type="button"
              onClick={show}
              className="min-h-6 rounded-sm px-1 text-accent-text underline underline-offset-2"
            >
              Show {counted(waiting, 'new change')}
            </button>
          </Status>
        )
      }
      reading="Reading the changes"
      instantOf={({ createdAt }) => createdAt}
      keyOf={({ id }) => id}
      row={(one, isToday) => <ChangeSetRow set={one} isToday={isToday} />}
      head={<Head />}
      filters={filtersInWords(shown)}
      paging={{ before: shown.before, goTo }}
      empty={
        older !== null ? (
          <EmptyState
            icon={<SearchX />}
            title="Nothing found so far"
            action={
              <Button ref={rescueFocus} onPress={() => goTo(older)}>
                Search older changes
              </Button>
            }
          >
            None of the newest changes matches. There are older ones.
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
            {nothingMatchesWords(shown)}
            <OtherPlaces shown={shown} />
          </EmptyState>
        ) : (
          <EmptyState icon={<History />} title="Nothing has been changed yet">
            Every switch and change set appears here at once, with its outcome.
          </EmptyState>
        )
      }
    />
  );
}

function OtherPlaces({ shown }: { shown: ChangesShown }) {
  const links = useChangeLinks();
  const isOutsideCounted = hidesOutside(shown); // above the list
  const hasRecord = shown.recordType !== '' && shown.recordId !== '';
  const isNarrowed = shown.recordId !== '' || shown.entityId !== '';
  if (!isNarrowed || (isOutsideCounted && !hasRecord)) return null;
  return (
    <p data-print="hide" className="mt-2">
      {!isOutsideCounted && (
        <>
          Changes made outside this console are listed under Source “Outside”.{' '}
          <OutsideLink shown={shown} />{' '}
        </>
      )}
      {hasRecord && <TextLink href={links.history(shown)}>Show history</TextLink>}
    </p>
  );
}

/** A row has columns on wide screens, two lines on others and three on a phone. */
const columns =
  'xl:grid-cols-[minmax(0,1fr)_7.5rem_5rem_11.25rem_6.5rem] min-[100rem]:grid-cols-[minmax(0,min(40rem,35%))_minmax(0,1fr)_7.5rem_5rem_11.25rem_6.5rem]';

function Head() {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'hidden h-8 items-center gap-x-4 border-b border-line bg-head px-4 text-xs font-medium text-text-muted xl:grid',
        columns,
      )}
    >
      <span>Change</span>
      <span className="hidden min-[100rem]:block">Reason</span>
      <span>Requested by</span>
      <span>When</span>
      <span>State</span>
      <span className="text-right">Assignments</span>
    </div>
  );
}

function ChangeSetRow({ set, isToday }: { set: ChangeSet; isToday: boolean }) {
  const links = useChangeLinks();
  const title = setTitle(set, useKeyNames());
  const { counts, reason } = set;
  const isMoving = !hasEnded(set);
  return (
    <li
      className={classNames(
        'relative grid min-h-20 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 px-4 py-2 text-sm sm:min-h-14 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        columns,
      )}
    >
      <div className="contents xl:block min-[100rem]:contents">
        <TextLink
          look="title"
          href={links.set(set.id)}
          title={title}
          className="col-span-2 text-base not-print:line-clamp-2 min-[100rem]:col-span-1 print:block"
        >
          {title}
        </TextLink>
        {reason !== '' && (
          <p
            title={reason}
            className="truncate text-text-muted max-sm:col-span-2 max-sm:row-start-3 sm:col-start-2 sm:row-start-2 min-[100rem]:row-start-1 min-[100rem]:line-clamp-2 min-[100rem]:whitespace-normal"
          >
            “<bdi>{reason}</bdi>”
          </p>
        )}
      </div>
      <p className="flex min-w-0 gap-x-1 text-text-muted max-sm:row-start-2 sm:row-start-2 xl:contents">
        <span className="truncate xl:line-clamp-2 xl:whitespace-normal xl:text-text min-[100rem]:col-start-3">
          {set.person.name}
        </span>
        <span aria-hidden="true" className="xl:hidden">
          ·
        </span>
        <span className="shrink-0">
          <WhenInRow at={set.createdAt} isToday={isToday} />
        </span>
      </p>
      <div className="flex min-w-0 items-center gap-2 justify-self-end max-sm:row-start-2 sm:col-start-3 sm:row-start-1 xl:col-start-4 xl:justify-self-start min-[100rem]:col-start-5">
        <StateBadge set={set} />
        {isMoving && <span className="tabular truncate text-xs text-text-muted">{timeLeftInWords(set)}</span>}
      </div>
      <div
        title={endInWords(set)}
        className={classNames(
          'flex items-center gap-2 max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 sm:col-start-3 sm:row-start-2 sm:w-28 xl:col-start-5 xl:row-start-1 xl:w-auto min-[100rem]:col-start-6',
          !isMoving && 'max-sm:hidden',
        )}
      >
        {(isMoving || !isOneOutcome(counts)) && (
          <OutcomeBar counts={counts} label={`Progress: ${title}`} className="h-1 flex-1 sm:h-1.5" />
        )}
        <span className="tabular ml-auto min-w-9 text-right text-xs text-text-muted max-sm:hidden">
          {isMoving && counts.total > 1 ? percentInWords(set) : inDigits(counts.total)}
        </span>
      </div>
    </li>
  );
}
