'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { notify } from '@/components/ui/feedback/toast';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { changedSearch, useAddress } from '@/lib/client/address';
import { withQuery } from '@/lib/client/paths';
import { filtersTooLongInWords } from '@/lib/domain/address-room';
import { journalCheck } from '@/lib/domain/journal/checks';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { isSameLine } from '@/lib/client/journal/journal';
import type { JournalQuery, LineKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { writeLine } from '@/lib/domain/journal/query-parameters';
import type { PostingPeriod } from '@/lib/domain/journal/posting-period';
import { todayOf } from '@/lib/domain/reader-formats';
import {
  addressFaults,
  isRefused,
  journalFaultParameters,
  unknownJournalParts,
  type AddressFault,
} from './filters/address-faults';
import type { ShownGrouping } from './analysis/grouping-parameters';
import {
  journalPageParameters,
  journalShownOf,
  narrowedState,
  pageInAddress,
  type JournalShown,
  type Narrowing,
} from './journal-parameters';

/** What of the journal page stands in its address, and how it is changed. */
export interface JournalAddress extends JournalShown {
  /** What of the address is not understood; a condition among it would show other lines, so none are. */
  faults: readonly AddressFault[];
  /** The query is refused for certain, and nothing is asked by it. */
  isRefused: boolean;
  /** Changes conditions or order; the first page is shown, since the old page number means nothing any more. */
  narrow: (change: Narrowing) => void;
  /** Leaves the lines that a check finds, by the id in the console's answer; null: all. */
  showCheck: (id: string | null) => void;
  /** Posting dates that move with the day, in place of fixed ones; null: any. */
  setPeriod: (period: PostingPeriod | null) => void;
  /** Turns to a page. */
  goTo: (page: number) => void;
  /** Shows another page without a step of the history, such as the last one in place of one that is not there. */
  correctPage: (page: number) => void;
  /** Shows so many lines on a page, those of this row (from 0) among them. */
  setPageSize: (size: number, row: number) => void;
  /** Opens a line of a page beside the lines, or closes it. Walking from line to line on a page is no step of the history. */
  openLine: (line: LineKey | null, page: number) => void;
  /** The address of a page, and of an open line, whose page is then the one that holds it. */
  pageHref: (page: number) => string;
  lineHref: (line: LineKey) => string; // the same function while other parts of the address stay
  /** Chooses a preset and its columns. */
  setView: (view: string) => void;
  /** Shows these columns; empty returns to the preset's. */
  setColumns: (columns: readonly string[]) => void;
  setHideEmpty: (hide: boolean) => void;
  setWidths: (widths: JournalShown['widths']) => void;
  setPins: (fields: readonly string[]) => void;
  setMeasure: (measure: JournalShown['measure']) => void;
  /** Shows the lines in other groups; null: one by one. */
  group: (change: Partial<ShownGrouping> | null) => void;
  showPictures: () => void;
  clearFilters: () => void;
  /** Takes what is not understood out of the address; what is understood stays. */
  removeFaults: () => void;
}

const noGroups = { by: null, sum: null, across: null, order: null };

const everyMs = 60_000; // a page may be open past midnight

/** The journal page's state, kept in the address so that a link shows a colleague the same lines. */
export function useJournalAddress(): JournalAddress {
  const [state, set] = useAddress(journalPageParameters, 'push');
  const [, replace] = useAddress(journalPageParameters, 'replace');
  const [faults] = useAddress(journalFaultParameters, 'push');
  const search = useSearchParams();
  const unknown = useMemo(() => unknownJournalParts(search), [search]);
  const [, removeUnknown] = useAddress(unknown, 'push');
  const today = todayOf(useNow(everyMs), useTimeZone());
  const shown = useMemo(() => journalShownOf(state, today), [state, today]);
  const { query, line } = shown;
  const first = pageInAddress(1, line);
  const lineHref = useMemo(() => {
    const others = searchWithout(search, ['line', 'page']);
    return (one: LineKey) => `?${others}line=${encodeURIComponent(writeLine(one))}`;
  }, [search]);
  const narrow = (change: Narrowing): void => {
    const searchOf = (one: JournalQuery) => withQuery('', encodeJournalQuery(conditionsOnly(one)));
    const words = filtersTooLongInWords(searchOf({ ...query, ...change }), searchOf(query));
    if (words === null) set(narrowedState(state, shown, change));
    else notify.problem('The filters are too long', words);
  };
  const found = addressFaults(state, faults, search);
  return {
    ...shown,
    query,
    faults: found,
    isRefused: isRefused(query, found),
    narrow,
    showCheck: (id) => narrow({ check: journalCheck(id ?? '')?.id ?? null }),
    setPeriod: (period) => void set({ period, from: null, to: null, page: first }),
    goTo: (page) => set({ page: pageInAddress(page, line) }),
    correctPage: (page) => replace({ page: pageInAddress(page, line) }),
    setPageSize: (pageSize, row) =>
      set({ pageSize, page: pageInAddress(Math.floor(row / pageSize) + 1, line) }),
    openLine: (next, page) => {
      if (next === null ? line === null : line !== null && isSameLine(next, line)) return;
      const isStep = next === null || line === null || page !== query.page;
      (isStep ? set : replace)({ line: next, page: pageInAddress(page, next) });
    },
    pageHref: (page) =>
      `?${changedSearch(journalPageParameters, search.toString(), { page: pageInAddress(page, line) })}`,
    lineHref,
    setView: (next) => void set({ view: next, columns: null }),
    setColumns: (names) => void set({ columns: names.length > 0 ? [...names] : null }),
    setHideEmpty: (hide) => void set({ empty: hide ? 'hidden' : null }),
    setWidths: (widths) => replace({ widths }),
    setPins: (pins) => replace({ pins }),
    setMeasure: (measure) => void set({ measure: measure === 'amount' ? measure : null }),
    group: (change) => void set({ ...(change ?? noGroups), show: null, page: first }),
    showPictures: () => void set({ ...noGroups, show: 'pictures', page: first }),
    clearFilters: () =>
      void set({
        entities: null,
        batches: null,
        from: null,
        to: null,
        period: null,
        item: null,
        location: null,
        q: null,
        filters: null,
        check: null,
        today: null,
        page: first,
      }),
    removeFaults: () => {
      const parts = found.flatMap(({ part }) => part ?? []);
      set(Object.fromEntries(parts.map((part) => [part, part === 'filters' ? [...state.filters] : null])));
      removeUnknown(null);
    },
  };
}

/** A search without some parts, to which others can be added. */
function searchWithout(search: URLSearchParams, names: readonly string[]): string {
  const others = new URLSearchParams(search);
  for (const name of names) others.delete(name);
  return others.size > 0 ? `${others.toString()}&` : '';
}
