'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Age } from '@/components/ui/instant';
import { Pager } from '@/components/ui/pager';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Select } from '@/components/ui/fields/select';
import { problemOf } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { journalPageQuery, journalRetryMs, type LineKey } from '@/lib/client/journal';
import type { JournalPage } from '@/lib/contract/journal';
import { datesAreReversed, pageSizes } from '@/lib/domain/journal/query';
import { ActiveFilters } from './active-filters';
import { ColumnChooser, ColumnPresetPicker } from './column-chooser';
import { useColumnLayout } from './column-layout';
import { FilterBar } from './filter-bar';
import { activeFilters } from './filter-words';
import { useJournalAddress, type JournalAddress } from './journal-address';
import { emptyColumns, useJournalTable } from './journal-table';
import { LineSheet } from './line-sheet';
import { LinesGrid } from './lines-grid';
import { NoLines } from './no-lines';

const none: readonly string[] = [];

/** The journal page: unposted item journal lines to filter, sort and read. */
export function JournalView({ views }: { views: ReactNode }) {
  const connection = useConnectionKey();
  const address = useJournalAddress();
  const { query } = address;
  const isReversed = datesAreReversed(query);
  const lines = useQuery({
    ...journalPageQuery(query, connection),
    // Refused for certain: the lines before stay, and the field says what to mend.
    ...(isReversed && { enabled: false }),
  });
  const [open, setOpen] = useState<LineKey | null>(null);
  const isSlow = useSlow(lines.isLoading);
  const filters = activeFilters(query);
  const page = lines.data;
  const { pinned } = useColumnLayout();
  const empty = useMemo(
    () => emptyColumns(query.columns, page?.rows ?? [], pinned),
    [query.columns, page, pinned],
  );
  const table = useJournalTable(address, page?.rows, address.hideEmpty ? empty : none);
  const retry = (): void => void lines.refetch();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Journal lines"
        description="Unposted item journal lines of this company. They can be read here, not changed."
        actions={
          <>
            {views}
            <ColumnPresetPicker address={address} />
            <ColumnChooser {...{ address, table }} emptyHere={empty.length} />
            {(empty.length > 0 || address.hideEmpty) && (
              <Button
                aria-pressed={address.hideEmpty}
                className="aria-pressed:border-accent aria-pressed:bg-accent-soft max-sm:hidden"
                onPress={() => address.setHideEmpty(!address.hideEmpty)}
              >
                Hide empty columns ({empty.length})
              </Button>
            )}
          </>
        }
      />
      <FilterBar address={address} connection={connection} />
      <ActiveFilters filters={filters} address={address} />
      {page?.stale && (
        <Banner tone="warning" title="These lines are older than they should be" className="mx-4 mb-2">
          The service could not be read again: {page.stale.detail} The page tries again by itself.
        </Banner>
      )}
      {lines.error && page && (
        <ProblemView
          problem={problemOf(lines.error)}
          what="The lines"
          hasData
          retrying
          className="mx-4 mb-2"
        />
      )}
      {isSlow && (
        <Banner tone="info" className="mx-4 mb-2">
          Reading the journal lines from the service. The first time takes longest.
        </Banner>
      )}
      {lines.error && !page ? (
        <ProblemView
          problem={problemOf(lines.error)}
          retrying={{
            failedAt: lines.errorUpdatedAt,
            everyMs: journalRetryMs,
            isTrying: lines.isFetching,
          }}
          onRetry={retry}
          className="m-4"
        />
      ) : page?.rows.length === 0 || (isReversed && !page) ? (
        <div className="flex-1 border-y border-line bg-surface">
          <NoLines total={page?.total ?? null} filters={filters} address={address} />
        </div>
      ) : (
        <LinesGrid
          table={table}
          isFirst={page === undefined}
          sort={query.sort}
          offset={((page?.page ?? 1) - 1) * (page?.pageSize ?? 0)}
          total={page?.total ?? null}
          isOld={lines.isPlaceholderData}
          isAsking={lines.isFetching}
          onOpen={setOpen}
        />
      )}
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        {page ? <Freshness page={page} /> : <span />}
        {(page ?? lines.isPending) && <LinePages address={address} shown={page} />}
      </footer>
      <LineSheet line={open} connection={connection} onClose={() => setOpen(null)} />
    </div>
  );
}

/** Where the lines come from and how old they are. */
function Freshness({ page }: { page: JournalPage }) {
  return (
    <p className="min-w-0 text-xs text-text-muted">
      {page.source === 'remote' ? 'Read from the service' : 'From the console’s copy, read'}{' '}
      <Age at={page.asOf} />
      {page.refreshing && '. A newer copy is being read.'}
    </p>
  );
}

function LinePages({ address, shown }: { address: JournalAddress; shown: JournalPage | undefined }) {
  const { pageSize } = address.query;
  const sizes: readonly number[] = pageSizes;
  const offered = sizes.includes(pageSize) ? sizes : [...sizes, pageSize];
  return (
    <Pager shown={shown && { ...shown, count: shown.rows.length }} nothing="No lines" onGo={address.goTo}>
      <Select
        label="Lines per page"
        hideLabel
        value={String(pageSize)}
        onChange={(size) => address.narrow({ pageSize: Number(size) })}
        options={offered.map((size) => ({ value: String(size), label: `${size} a page` }))}
        className="w-26"
      />
    </Pager>
  );
}

const noticedAfterMs = 1_500;

/** Whether something has been waited for so long that a person wants to know why. */
function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlow(true), noticedAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isWaiting && isSlow;
}
