'use client';

import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { Age } from '@/components/ui/instant';
import { Pager, rangeInWords } from '@/components/ui/tables/pager';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';
import { pageSizes } from '../journal-parameters';
import { pagesOf } from './use-lines-page';

interface StatusBarProps {
  /** Null: no page is read. */
  page: JournalPage | null;
  address: JournalAddress;
  /** Said while there is no page. */
  waiting: string | null;
  /** What all lines, or the selected cells, come to. */
  children: ReactNode;
}

/** Below the lines: which of how many are shown, the ways to the others, what they come to, and how old they are. */
export function StatusBar({ page, address, waiting, children }: StatusBarProps) {
  return (
    <section
      aria-label="Status bar"
      data-bottom-bar=""
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5"
    >
      {page === null ? (
        <Status className="h-8 text-sm leading-8 text-text-muted">{waiting}</Status>
      ) : (
        <Pager
          page={address.located === null ? address.query.page : page.page}
          {...{ pageSize: page.pageSize, total: page.total, count: page.rows.length }}
          words={shownInWords(page)}
          isGrowing={page.arrived !== undefined}
          hrefOf={address.pageHref}
          onGo={address.goTo}
          sizes={{
            label: 'Lines on a page',
            of: pageSizes,
            onChoose: (size) => address.setPageSize(size, (page.page - 1) * page.pageSize),
          }}
        />
      )}
      {/* Of one height, whatever comes late; what finds no room in the row is left out, but nothing of a selection. */}
      <div className="tabular flex h-8 min-w-0 flex-1 basis-60 flex-wrap content-start items-center gap-x-4 overflow-hidden text-sm leading-8 text-text-muted has-[[data-selection]]:h-auto! has-[[data-selection]]:order-last has-[[data-selection]]:basis-full">
        {children}
      </div>
      {/* On a phone a line of its own, also before there is anything to say. */}
      <p
        // Other words take its place, so that no part of them moves.
        key={page === null ? 'none' : `${String(page.arrived === undefined)} ${String(page.refreshing)}`}
        // Two lines at most, which are no taller than the pages beside them.
        className={classNames(
          'min-h-4 min-w-0 text-xs text-text-muted max-sm:basis-full',
          page?.refreshing === true ? 'sm:max-w-56' : 'sm:max-w-36',
        )}
      >
        {page?.arrived !== undefined && 'The others are still being read from the service.'}
        {page !== null && page.arrived === undefined && (
          <>
            From the console’s copy, read <Age at={page.asOf} />
            {page.refreshing && '. A newer copy is being read.'}
          </>
        )}
      </p>
    </section>
  );
}

/** "Lines 101–200 of 3,000", or how far the console has read the lines for the first time. */
function shownInWords(page: JournalPage): string {
  const { rows, total, arrived } = page;
  const range = `Lines ${rangeInWords({ ...page, count: rows.length })}`;
  if (arrived === undefined) return pagesOf(page) === 1 ? counted(total, 'line') : range;
  const read = `${counted(arrived, 'line')} read so far…`;
  if (rows.length === 0)
    return total === 0 ? `None match of ${read}` : `Not read yet: page ${inDigits(page.page)}. ${read}`;
  return total === arrived ? `${range} read so far…` : `${range} that match in ${read}`;
}
