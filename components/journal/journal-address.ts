'use client';

import { createMultiParser, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { journalPresets, presetColumns } from '@/lib/domain/journal/presets';
import { defaultJournalQuery, type JournalQuery } from '@/lib/domain/journal/query';
import { journalParameters, type QueryParameter } from '@/lib/domain/journal/query-parameters';

function parserOf<T>({ read, write }: QueryParameter<T>) {
  return createMultiParser<NonNullable<T>>({
    parse: (values) => {
      const reading = read(values);
      // Only `batch` reads null, for "none", which nuqs also writes as null.
      return 'value' in reading ? (reading.value as NonNullable<T> | null) : null;
    },
    serialize: write,
    eq: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
}

const initial = defaultJournalQuery;
const p = journalParameters;

const parsers = {
  page: parserOf(p.page).withDefault(initial.page),
  pageSize: parserOf(p.pageSize).withDefault(initial.pageSize),
  sort: parserOf(p.sort).withDefault([...initial.sort]),
  entities: parserOf(p.entities).withDefault([...initial.entities]),
  batch: parserOf(p.batch),
  from: parserOf(p.from).withDefault(''),
  to: parserOf(p.to).withDefault(''),
  item: parserOf(p.item).withDefault(''),
  location: parserOf(p.location).withDefault(''),
  q: parserOf(p.q).withDefault(''),
  filters: parserOf(p.filters).withDefault([...initial.filters]),
  columns: parserOf(p.columns).withDefault([...initial.columns]),
  view: parseAsStringLiteral(journalPresets.map(({ id }) => id)).withDefault(journalPresets[0].id),
  empty: parseAsStringLiteral(['shown', 'hidden']).withDefault('shown'),
};

// In the address the parameters have the names of the HTTP interface.
const urlKeys = Object.fromEntries(Object.entries(p).map(([key, { name }]) => [key, name]));

/** What of the journal page stands in its address, and how it is changed. */
export interface JournalAddress {
  /** The query as asked: `columns` are those shown, of the preset unless chosen. */
  query: JournalQuery;
  /** Id of the preset. */
  view: string;
  /** Whether the columns differ from the preset's. */
  customColumns: boolean;
  hideEmpty: boolean;
  /** Changes conditions or order; the first page is shown, since the old page number means nothing any more. */
  narrow: (change: Partial<Omit<JournalQuery, 'page' | 'columns'>>) => void;
  goTo: (page: number) => void;
  /** Chooses a preset and its columns. */
  setView: (view: string) => void;
  /** Shows these columns; empty returns to the preset's. */
  setColumns: (columns: readonly string[]) => void;
  setHideEmpty: (hide: boolean) => void;
  clearFilters: () => void;
}

/** The journal page's state, kept in the address so that a link shows a colleague the same lines. */
export function useJournalAddress(): JournalAddress {
  const [state, set] = useQueryStates(parsers, { history: 'push', urlKeys });
  const { view, empty, ...asked } = state;
  const columns = asked.columns.length > 0 ? asked.columns : presetColumns(view);
  return {
    query: { ...asked, columns },
    view,
    customColumns: asked.columns.length > 0,
    hideEmpty: empty === 'hidden',
    narrow: (change) => void set({ ...copyLists(change), page: null }),
    goTo: (page) => void set({ page }),
    setView: (next) => void set({ view: next, columns: null }),
    setColumns: (names) => void set({ columns: names.length > 0 ? [...names] : null }),
    setHideEmpty: (hide) => void set({ empty: hide ? 'hidden' : null }),
    clearFilters: () =>
      void set({
        entities: null,
        batch: null,
        from: null,
        to: null,
        item: null,
        location: null,
        q: null,
        filters: null,
        page: null,
      }),
  };
}

type Change = Partial<Omit<JournalQuery, 'page' | 'columns'>>;

function copyLists({ sort, entities, filters, ...rest }: Change) {
  return {
    ...rest,
    ...(sort ? { sort: [...sort] } : {}),
    ...(entities ? { entities: [...entities] } : {}),
    ...(filters ? { filters: [...filters] } : {}),
  };
}
