'use client';

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { cellStates } from '@/lib/contract/changes';

const parsers = {
  outcome: parseAsStringLiteral(cellStates),
  /** Part of a record ID or entity. */
  q: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
};

/** Which combinations of a set its page shows, kept in its URL. */
export function useCellsAddress() {
  const [{ outcome, q, page }, set] = useQueryStates(parsers, { history: 'push' });
  return {
    shown: { state: outcome, q: q.slice(0, 250), page: Math.max(1, page) },
    narrow: (change: { outcome?: typeof outcome; q?: string }) => void set({ ...change, page: null }),
    goTo: (next: number) => void set({ page: next }),
    clear: () => void set(null),
  };
}
