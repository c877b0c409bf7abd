import { useMemo } from 'react';
import { useConnectionParameter } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';
import { listText } from '@/lib/domain/filter-syntax';

type Query = Record<string, string | readonly string[] | undefined>;

/** Addresses of the pages behind the figures, each with the chosen connection. */
export interface OverviewLinks {
  /** The matrix, narrowed by the given record type, entities and rows. */
  access: (shown?: { type?: string; entities?: readonly string[]; rows?: string }) => string;
  journal: (query?: Query) => string;
  changes: (query?: Query) => string;
  changeSet: (id: string) => string;
  metadata: () => string;
}

/** The addresses for the page's connection. */
export function useOverviewLinks(): OverviewLinks {
  const connection = useConnectionParameter();
  return useMemo(
    () => ({
      access: ({ type, entities, rows } = {}) =>
        withQuery('/access', { connection, type, entity: entities && listText(entities), rows }),
      journal: (query = {}) => withQuery('/journal', { connection, ...query }),
      changes: (query = {}) => withQuery('/changes', { connection, ...query }),
      changeSet: (id) => withQuery(`/changes/${encodeURIComponent(id)}`, { connection }),
      metadata: () => withQuery('/metadata', { connection }),
    }),
    [connection],
  );
}
