'use client';

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import type { JournalPage } from '@/lib/contract/journal';
import { pageSizes } from '@/lib/domain/journal/query';
import type { JournalAddress } from './journal-address';

interface PagingBarProps {
  address: JournalAddress;
  /** The page that is shown; undefined while there is none. */
  shown: JournalPage | undefined;
}

/** Which lines of how many are shown, and the way to the others. */
export function PagingBar({ address, shown }: PagingBarProps) {
  const { page, pageSize } = address.query;
  const rows = shown?.rows.length ?? 0;
  const total = shown?.total ?? null;
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / pageSize));
  const atEnd = lastPage === null ? rows < pageSize : page >= lastPage;
  const sizes: readonly number[] = pageSizes;
  const offered = sizes.includes(pageSize) ? sizes : [...sizes, pageSize];
  return (
    <nav aria-label="Pages" data-print="hide" className="flex flex-wrap items-center gap-x-1 gap-y-2">
      <Select
        label="Lines per page"
        hideLabel
        value={String(pageSize)}
        onChange={(size) => address.narrow({ pageSize: Number(size) })}
        options={offered.map((size) => ({ value: String(size), label: `${size} a page` }))}
        className="w-26"
      />
      <span role="status" className="tabular mx-1 text-sm whitespace-nowrap">
        {shown === undefined ? '' : rangeWords(shown)}
      </span>
      <span className="flex gap-1">
        <IconButton
          label="First page"
          icon={<ChevronFirst aria-hidden="true" />}
          keepsFocus
          isDisabled={page <= 1}
          onPress={() => address.goTo(1)}
        />
        <IconButton
          label="Previous page"
          icon={<ChevronLeft aria-hidden="true" />}
          keepsFocus
          isDisabled={page <= 1}
          onPress={() => address.goTo(page - 1)}
        />
        <IconButton
          label="Next page"
          icon={<ChevronRight aria-hidden="true" />}
          keepsFocus
          isDisabled={shown === undefined || atEnd}
          onPress={() => address.goTo(page + 1)}
        />
        <IconButton
          label="Last page"
          icon={<ChevronLast aria-hidden="true" />}
          keepsFocus
          isDisabled={lastPage === null || atEnd}
          onPress={() => address.goTo(lastPage ?? page)}
        />
      </span>
    </nav>
  );
}

function rangeWords({ rows, total, page, pageSize }: JournalPage): string {
  if (rows.length === 0)
    return total === null || total === 0 ? 'No lines' : `None of ${total.toLocaleString()}`;
  const first = (page - 1) * pageSize + 1;
  const last = first + rows.length - 1;
  const range = `${first.toLocaleString()}–${last.toLocaleString()}`;
  if (total !== null) return `${range} of ${total.toLocaleString()}`;
  return `${range} of at least ${last.toLocaleString()}`;
}
