import { useMemo } from 'react';
import { useConnectionParameter } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';
import { listText } from '@/lib/domain/filter-syntax';

type Query = Record<string, string | readonly string[] | undefined>;

export interface OverviewLinks {
  access: (shown?: { type?: string; entities?: readonly string[]; rows?: string }) => string;
  journal: (query?: Query) => string;
  changes: (query?: Query) => string;
  changeSet: (id: string) => string;
  metadata: () => string;
}

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
