'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { notify } from '@/components/ui/feedback/toast';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { useAddress } from '@/lib/client/address';
import { withQuery } from '@/lib/client/paths';
import { filtersTooLongInWords } from '@/lib/domain/address-room';
import { journalCheck } from '@/lib/domain/journal/checks';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
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
  /** Says which page of the lines is at the top. */
  goTo: (page: number) => void;
  /** Chooses a preset and its columns. */
  setView: (view: string) => void;
  /** Shows these columns; empty returns to the preset's. */
  setColumns: (columns: readonly string[]) => void;
  setHideEmpty: (hide: boolean) => void;
  setMeasure: (measure: JournalShown['measure']) => void;
  /** Shows the lines in other groups; null: one by one. */
  group: (change: Partial<ShownGrouping> | null) => void;
  showPictures: () => void;
  clearFilters: () => void;
  /** Takes what is not understood out of the address; what is understood stays. */
  removeFaults: () => void;
}

const pageAlone = { page: journalPageParameters.page };

const noGroups = { by: null, sum: null, across: null, order: null, page: null };

const everyMs = 60_000; // a page may be open past midnight

/** The journal page's state, kept in the address so that a link shows a colleague the same lines. */
export function useJournalAddress(): JournalAddress {
  const [state, set] = useAddress(journalPageParameters, 'push');
  const [, setPage] = useAddress(pageAlone, 'replace'); // scrolling is no step that Back leads over
  const [faults] = useAddress(journalFaultParameters, 'push');
  const search = useSearchParams();
  const unknown = useMemo(() => unknownJournalParts(search), [search]);
  const [, removeUnknown] = useAddress(unknown, 'push');
  const today = todayOf(useNow(everyMs), useTimeZone());
  const shown = useMemo(() => journalShownOf(state, today), [state, today]);
  const { query } = shown;
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
    setPeriod: (period) => void set({ period, from: null, to: null, page: null }),
    goTo: (page) => void setPage({ page }),
    setView: (next) => void set({ view: next, columns: null }),
    setColumns: (names) => void set({ columns: names.length > 0 ? [...names] : null }),
    setHideEmpty: (hide) => void set({ empty: hide ? 'hidden' : null }),
    setMeasure: (measure) => void set({ measure: measure === 'amount' ? measure : null }),
    group: (change) =>
      void set(change === null ? { ...noGroups, show: null } : { ...change, show: null, page: null }),
    showPictures: () => void set({ ...noGroups, show: 'pictures' }),
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
        page: null,
      }),
    removeFaults: () => {
      const parts = found.flatMap(({ part }) => part ?? []);
      set(Object.fromEntries(parts.map((part) => [part, part === 'filters' ? [...state.filters] : null])));
      removeUnknown(null);
    },
  };
}
