'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { OutcomeTabs } from '@/components/changes/outcome/outcome-tabs';
import { outcomeWords } from '@/components/changes/outcome/outcome-words';
import { undoneOf } from '@/components/changes/outcome/state-badge';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/tables/data-table';
import { DraftField } from '@/components/ui/fields/draft-field';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Pager } from '@/components/ui/tables/pager';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useAddress } from '@/lib/client/address/use-address';
import { problemOf } from '@/lib/client/api';
import { withEventsMs } from '@/lib/client/changes/changes';
import { changeCellsQuery } from '@/lib/client/changes/change-details';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { inDigits } from '@/lib/domain/reader-formats';
import { cellColumns } from './cell-columns';
import { cellsParameters, cellsShownOf } from './cells-parameters';
import { StandingLine } from './standing-line';

export function SetCells({ set }: { set: ChangeSet }) {
  const { shown, narrow, goTo, clear } = useCellsAddress();
  const client = useQueryClient();
  const headingId = useId();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...changeCellsQuery(set.id, shown),
    refetchInterval: withEventsMs,
  });
  const isUndone = undoneOf(set) === 'all';
  const counted = [set.state, ...Object.values(set.counts)].join();
  // A cached page may be older than the counts.
  const readFor = useRef(data === undefined ? counted : null);
  useEffect(() => {
    // Reads the rows again after the counts change, one read at a time.
    if (isFetching || readFor.current === counted) return;
    readFor.current = counted;
    void client.invalidateQueries({ queryKey: ['changes', 'cells', set.id] });
  }, [client, set.id, counted, isFetching]);
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={headingId} className="text-base font-semibold">
          Assignments
        </h2>
        <div
          data-print="hide"
          className="flex min-w-0 flex-[1_1_24rem] flex-wrap items-center justify-between gap-2"
        >
          <OutcomeTabs counts={set.counts} value={shown.state} onChange={(outcome) => narrow({ outcome })} />
          <DraftField
            look="search"
            label="Find"
            hideLabel
            placeholder="Record ID or entity"
            maxLength={250}
            value={shown.q}
            onCommit={(q) => narrow({ q })}
            className="w-full sm:w-56"
          />
        </div>
      </div>
      {data !== undefined && !isPlaceholderData && <StandingLine cells={data} isUndone={isUndone} />}
      {shown.state !== null && <p className="text-sm text-text-muted">{outcomeWords[shown.state].meaning}</p>}
      {error !== null && (
        <ProblemView
          problem={problemOf(error)}
          hasData={data !== undefined}
          retrying
          onRetry={() => void refetch()}
        />
      )}
      {data?.value.length === 0 ? (
        <div className="rounded-md border border-line bg-surface">
          <EmptyState
            icon={<SearchX />}
            title={shown.page > 1 ? `There is no page ${inDigits(shown.page)}` : 'No assignment matches'}
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
          <DataTable
            label="List of assignments"
            columns={cellColumns(isUndone)}
            items={data?.value}
            keyOf={({ position }) => position}
            isBusy={isPlaceholderData}
            className="max-h-[calc(100dvh-8rem)]"
          />
        )
      )}
      {data !== undefined && (
        <Pager {...data} count={data.value.length} onGo={goTo} className="justify-end" />
      )}
    </section>
  );
}

function useCellsAddress() {
  const [asked, set] = useAddress(cellsParameters, 'push');
  return {
    shown: cellsShownOf(asked),
    narrow: (change: { outcome?: typeof asked.outcome; q?: string }) => void set({ ...change, page: null }),
    goTo: (next: number) => void set({ page: next }),
    clear: () => void set(null),
  };
}
