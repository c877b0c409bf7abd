'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { DraftField } from '@/components/ui/draft-field';
import { EmptyState } from '@/components/ui/empty-state';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { changeCellsQuery } from '@/lib/client/changes';
import type { ChangeSet } from '@/lib/contract/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { CellRow, CellRowsSkeleton } from './cell-rows';
import { CellPages } from './cell-pages';
import { useCellsAddress } from './cells-address';
import { outcomeWords } from './outcome-words';
import { OutcomeTabs } from './outcome-tabs';
import { ReadProblem } from './read-problem';
import { headClasses } from './table-classes';

/** The combinations of a set, by outcome and part of an ID, a page at a time. */
export function SetCells({ set }: { set: ChangeSet }) {
  const { shown, narrow, goTo, clear } = useCellsAddress();
  const client = useQueryClient();
  const headingId = useId();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...changeCellsQuery(set.id, shown),
    refetchInterval: hasEnded(set) ? false : 3_000,
  });
  const counted = Object.values(set.counts).join();
  useEffect(() => {
    // What moved after the last look at a set that has ended since.
    if (hasEnded(set)) void client.invalidateQueries({ queryKey: ['changes', 'cells', set.id] });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the counts
  }, [client, counted]);
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-2">
      <h2 id={headingId} className="text-lg font-semibold">
        Combinations
      </h2>
      <div data-print="hide" className="flex flex-wrap items-end justify-between gap-2">
        <OutcomeTabs counts={set.counts} value={shown.state} onChange={(outcome) => narrow({ outcome })} />
        <DraftField
          look="search"
          label="Find"
          placeholder="Record ID or entity"
          maxLength={250}
          value={shown.q}
          onCommit={(q) => narrow({ q })}
          className="w-full sm:w-56"
        />
      </div>
      {shown.state !== null && <p className="text-sm text-text-muted">{outcomeWords[shown.state].meaning}</p>}
      <ReadProblem error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data?.value.length === 0 ? (
        <div className="rounded-md border border-line bg-surface">
          <EmptyState
            title={
              shown.page > 1 ? `There is no page ${shown.page.toLocaleString()}` : 'No combination matches'
            }
            action={
              <Button ref={rescueFocus} onPress={clear}>
                Show all
              </Button>
            }
          >
            {shown.q !== '' && `No record ID and no entity here contains “${shown.q}”.`}
          </EmptyState>
        </div>
      ) : (
        (data !== undefined || error === null) && (
          <div
            role="region"
            aria-label="List of combinations"
            tabIndex={0}
            className="relative max-h-[calc(100dvh-8rem)] overflow-auto rounded-md border border-line bg-surface print:max-h-none print:overflow-visible"
          >
            <table
              aria-busy={data === undefined || isPlaceholderData}
              className={classNames(
                'w-full border-separate border-spacing-0 text-sm',
                isPlaceholderData && 'opacity-60',
              )}
            >
              <thead>
                <tr>
                  <th scope="col" className={headClasses}>
                    Combination
                  </th>
                  <th scope="col" className={classNames(headClasses, 'max-sm:hidden')}>
                    Change
                  </th>
                  <th scope="col" className={headClasses}>
                    Outcome
                  </th>
                  <th scope="col" className={classNames(headClasses, 'text-right! max-md:hidden')}>
                    Finished
                  </th>
                </tr>
              </thead>
              <tbody>
                {data === undefined ? (
                  <CellRowsSkeleton />
                ) : (
                  data.value.map((cell) => <CellRow key={cell.position} cell={cell} />)
                )}
              </tbody>
            </table>
          </div>
        )
      )}
      {data !== undefined && <CellPages shown={data} onGo={goTo} />}
    </section>
  );
}
