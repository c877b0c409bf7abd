'use client';

import { useQuery } from '@tanstack/react-query';
import { History, SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { changeListQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { useEvents } from '@/lib/client/use-events';
import { ChangeSetRow } from './change-set-row';
import { daysAreReversed, isFiltered, listFilterOf, type useChangesAddress } from './changes-address';
import { OlderNewer } from './older-newer';
import { ReadProblem } from './read-problem';
import { RowsByDay, RowsSkeleton } from './rows-by-day';

/** The change sets that the address asks for, newest first. */
export function SetList({ address: [shown, set] }: { address: ReturnType<typeof useChangesAddress> }) {
  const connection = useConnectionKey();
  const isLive = useEvents(connection);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    changeListQuery(connection, listFilterOf(shown), isLive),
  );
  const goTo = (before: string | null) => void set({ before });
  return (
    <>
      <ReadProblem error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data === undefined && error === null && <RowsSkeleton label="Reading the changes" />}
      {data !== undefined && data.value.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <RowsByDay
            label="Changes"
            items={data.value}
            instantOf={({ createdAt }) => createdAt}
            keyOf={({ id }) => id}
            row={(one) => <ChangeSetRow set={one} />}
          />
        </div>
      )}
      {data?.value.length === 0 &&
        (data.next !== null ? (
          <EmptyState
            icon={<SearchX />}
            title="Nothing found so far"
            action={
              <Button ref={rescueFocus} onPress={() => goTo(data.next)}>
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
        ))}
      {data !== undefined && <OlderNewer isOlder={shown.before !== ''} next={data.next} onGo={goTo} />}
    </>
  );
}
