'use client';

import type { ReactNode } from 'react';
import { Status } from '@/components/ui/feedback/status';
import { Age, Until } from '@/components/ui/instant';
import { Pager, rangeInWords } from '@/components/ui/tables/pager';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalAddress } from '../journal-address';
import { pageSizes } from '../journal-parameters';
import { pagesOf } from './use-lines-page';

interface StatusBarProps {
  page: JournalPage | null;
  /** The newest read failed. */
  hasFailed: boolean;
  address: JournalAddress;
  waiting: string | null;
  /** When the console reads all lines again by itself (ISO); null: not known, or never. */
  nextAt: string | null;
  children: ReactNode;
}

export function StatusBar({ page, hasFailed, address, waiting, nextAt, children }: StatusBarProps) {
  return (
    <section
      aria-label="Status bar"
      data-bottom-bar=""
      className="flex min-h-11 flex-wrap shrink-0 sm:short:sticky sm:short:bottom-0 sm:short:z-10 sm:short:bg-bg items-center gap-x-3 gap-y-1 px-4 py-1.5"
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
      {/* One height, whatever loads late; only sums beside the amount are cut off, and on a phone it grows. */}
      <div
        data-figures=""
        className="tabular flex h-8 flex-1 basis-64 flex-wrap max-sm:h-auto max-sm:min-h-8 max-sm:min-w-0 max-sm:basis-full sm:min-w-min content-start items-center gap-x-3 overflow-hidden text-sm leading-8 text-text-muted has-[[data-selection]]:h-auto! has-[[data-selection]]:order-last has-[[data-selection]]:basis-full"
      >
        {children}
      </div>
      <p
        // A new key replaces the element, so that its words do not move.
        key={page === null ? 'none' : `${String(page.arrived === undefined)} ${String(page.refreshing)}`}
        // At most two lines, as tall as the pager.
        className="min-h-4 min-w-0 text-xs text-text-muted max-sm:basis-full sm:w-36"
      >
        {page?.arrived !== undefined &&
          (hasFailed
            ? 'The others could not be read yet.'
            : 'The others are still being read from the service.')}
        {page !== null && page.arrived === undefined && (
          <>
            Lines read <Age at={page.asOf} />
            {page.refreshing
              ? '. The console reads again.'
              : nextAt !== null && (
                  <>
                    ,{' '}
                    <span className="whitespace-nowrap">
                      next <Until at={nextAt} />
                    </span>
                  </>
                )}
          </>
        )}
      </p>
    </section>
  );
}

/** "Lines 101–200 of 3,000", or the progress of the first read. */
function shownInWords(page: JournalPage): string {
  const { rows, total, arrived } = page;
  const range = `Lines ${rangeInWords({ ...page, count: rows.length })}`;
  if (arrived === undefined) return pagesOf(page) === 1 ? counted(total, 'line') : range;
  const read = `${counted(arrived, 'line')} read so far…`;
  if (rows.length === 0)
    return total === 0 ? `No match in ${read}` : `Not read yet: page ${inDigits(page.page)}. ${read}`;
  return total === arrived ? `${range} read so far…` : `${range} that match in ${read}`;
}
