'use client';

import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { PageHeader } from '@/components/shell/page-header';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { useConnectionKey } from '@/lib/client/connection';
import { isRefusedForGood } from '@/lib/client/api';
import { journalPageQuery, type LineKey } from '@/lib/client/journal';
import { datesAreReversed } from '@/lib/domain/journal/query';
import { ActiveFilters } from './active-filters';
import { ColumnChooser } from './column-chooser';
import { FilterBar } from './filter-bar';
import { activeFilters } from './filter-words';
import { Freshness } from './freshness';
import { emptyColumns } from './grid-columns';
import { useJournalAddress } from './journal-address';
import { LineSheet } from './line-sheet';
import { LinesGrid } from './lines-grid';
import { LinesUnavailable } from './lines-unavailable';
import { NoLines } from './no-lines';
import { PagingBar } from './paging-bar';
import { problemShown } from './problem-shown';
import { useSlow } from './use-slow';
import { ViewPicker } from './view-picker';

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
  const empty = emptyColumns(query.columns, page?.rows ?? []);
  const retry = (): void => void lines.refetch();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Journal lines"
        description="Unposted item journal lines of this company. They can be read here, not changed."
        actions={
          <>
            {views}
            <ViewPicker address={address} />
            <ColumnChooser address={address} emptyHere={empty.length} />
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
        <Banner tone="warning" title="The lines could not be read again" className="mx-4 mb-2">
          {problemShown(lines.error).detail}
          {!isRefusedForGood(lines.error) && ' The page tries again by itself.'}
        </Banner>
      )}
      {isSlow && (
        <Banner tone="info" className="mx-4 mb-2">
          Reading the journal lines from the service. The first time takes longest.
        </Banner>
      )}
      {lines.error && !page ? (
        <LinesUnavailable
          error={lines.error}
          failedAt={lines.errorUpdatedAt}
          isTrying={lines.isFetching}
          onRetry={retry}
        />
      ) : page?.rows.length === 0 || (isReversed && !page) ? (
        <div className="flex-1 border-y border-line bg-surface">
          <NoLines total={page?.total ?? null} filters={filters} address={address} />
        </div>
      ) : (
        <LinesGrid
          rows={page?.rows}
          columns={query.columns}
          hidden={address.hideEmpty ? empty : []}
          sort={query.sort}
          offset={((page?.page ?? 1) - 1) * (page?.pageSize ?? 0)}
          total={page?.total ?? null}
          isOld={lines.isPlaceholderData}
          isAsking={lines.isFetching}
          onSort={(sort) => address.narrow({ sort })}
          onOpen={setOpen}
        />
      )}
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
        {page ? <Freshness page={page} /> : <span />}
        {(page ?? lines.isPending) && <PagingBar address={address} shown={page} />}
      </footer>
      <LineSheet line={open} connection={connection} onClose={() => setOpen(null)} />
    </div>
  );
}
