'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { changedSearch, showSearch, useAddress } from '@/lib/client/address/use-address';
import { withQuery } from '@/lib/client/paths';
import { filtersTooLongInWords } from '@/lib/domain/address-room';
import { journalCheck } from '@/lib/domain/journal/checks';
import { daysCondition, postingDays, withPostingDays } from '@/lib/domain/journal/conditions-list';
import { conditionsOnly } from '@/lib/domain/journal/grouping';
import { isSameLine } from '@/lib/client/journal/journal';
import type { JournalQuery, LineKey } from '@/lib/domain/journal/query';
import { encodeJournalQuery } from '@/lib/domain/journal/query-codec';
import { writeLine } from '@/lib/domain/journal/batch-name';
import type { PostingPeriod } from '@/lib/domain/journal/posting-period';
import { todayOf } from '@/lib/domain/reader-formats';
import type { ShownGrouping } from './analysis/grouping-parameters';
import {
  conditionParameters,
  journalPageParameters,
  journalShownOf,
  narrowed,
  pageInAddress,
  readConditions,
  withNarrowed,
  type JournalShown,
  type Narrowing,
} from './journal-parameters';

export interface JournalAddress extends JournalShown {
  search: string;
  /** Changes conditions or order, and shows the first page. */
  narrow: (change: Narrowing) => void;
  /** Null: all lines. */
  showCheck: (id: string | null) => void;
  /** Moving posting dates; null: fixes the period's days of today. */
  setPeriod: (period: PostingPeriod | null) => void;
  goTo: (page: number) => void;
  /** Turns to a page without a history entry. */
  correctPage: (page: number) => void;
  /** Keeps this row (from 0) on the page. */
  setPageSize: (size: number, row: number) => void;
  /** Null closes it. Steps between lines of a page add no history entry. */
  openLine: (line: LineKey | null, page: number) => void;
  pageHref: (page: number) => string;
  lineHref: (line: LineKey) => string; // stable while other parts of the address stay
  setView: (view: string) => void;
  /** Empty: the preset's columns. */
  setColumns: (columns: readonly string[]) => void;
  setHideEmpty: (hide: boolean) => void;
  setWidths: (widths: JournalShown['widths']) => void;
  setPins: (fields: readonly string[]) => void;
  setMeasure: (measure: JournalShown['measure']) => void;
  /** Null: no groups. */
  group: (change: Partial<ShownGrouping> | null) => void;
  showPictures: () => void;
  clearFilters: () => void;
  removeFaults: () => void;
}

const noGroups = { by: null, sum: null, across: null, order: null };

const everyMs = 60_000; // a page may stay open past midnight

export function useJournalAddress(): JournalAddress {
  const [state, set] = useAddress(journalPageParameters, 'push');
  const [texts, setTexts] = useAddress(conditionParameters, 'push');
  const search = useSearchParams().toString();
  const today = todayOf(useNow(everyMs), useTimeZone());
  const conditions = useMemo(() => readConditions(texts, state.period, today), [texts, state.period, today]);
  const shown = useMemo(
    () => journalShownOf(state, conditions, new URLSearchParams(search), today),
    [state, conditions, search, today],
  );
  const { query, line, faults } = shown;
  const first = pageInAddress(1, line);
  const lineHref = useMemo(() => {
    const others = changedSearch(journalPageParameters, search, { line: null, page: null });
    return (one: LineKey) =>
      `?${others === '' ? '' : `${others}&`}line=${encodeURIComponent(writeLine(one))}`;
  }, [search]);
  const narrow = (change: Narrowing): void => {
    const searchOf = (one: JournalQuery) => withQuery('', encodeJournalQuery(conditionsOnly(one)));
    const words = filtersTooLongInWords(searchOf({ ...query, ...change }), searchOf(query));
    if (words !== null) return void notify.problem('The filters are too long', words);
    const next = narrowed(shown, change);
    setTexts(next.conditions);
    set(next.ofPage);
  };
  return {
    ...shown,
    search,
    narrow,
    showCheck: (id) => narrow({ check: journalCheck(id ?? '')?.id ?? null }),
    setPeriod: (period) => {
      const days = period === null ? daysCondition(postingDays(query)) : null;
      const next = narrowed({ ...shown, period: null }, withPostingDays(query, days));
      setTexts(next.conditions);
      set({ ...next.ofPage, period });
    },
    goTo: (page) => set({ page: pageInAddress(page, line) }),
    correctPage: (page) => set({ page: pageInAddress(page, line) }, 'replace'),
    setPageSize: (pageSize, row) =>
      set({ pageSize, page: pageInAddress(Math.floor(row / pageSize) + 1, line) }),
    openLine: (next, page) => {
      if (next === null ? line === null : line !== null && isSameLine(next, line)) return;
      const isStep = next === null || line === null || page !== query.page;
      set({ line: next, page: pageInAddress(page, next) }, isStep ? 'push' : 'replace');
    },
    pageHref: (page) =>
      `?${changedSearch(journalPageParameters, search, { page: pageInAddress(page, line) })}`,
    lineHref,
    setView: (view) => {
      set({ view });
      setTexts({ columns: null });
    },
    setColumns: (names) => setTexts({ columns: names.length > 0 ? [names.join(',')] : null }),
    setHideEmpty: (hide) => set({ empty: hide ? 'hidden' : null }),
    setWidths: (widths) => set({ widths }, 'replace'),
    setPins: (pins) => set({ pins }, 'replace'),
    setMeasure: (measure) => set({ measure: measure === 'amount' ? measure : null }),
    group: (change) => set({ ...(change ?? noGroups), show: null, page: first }),
    showPictures: () => set({ ...noGroups, show: 'pictures', page: first }),
    clearFilters: () => narrow({ filters: [], q: '', check: null }),
    removeFaults: () => {
      const understood = new URLSearchParams(search);
      for (const { name } of faults) understood.delete(name);
      const { conditions, ofPage } = narrowed(shown, {});
      showSearch(withNarrowed(understood.toString(), { conditions, ofPage: { ...ofPage, page: undefined } }));
    },
  };
}
