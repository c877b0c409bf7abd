import { useMemo } from 'react';
import { useConnectionParameter } from '@/lib/client/connection';
import { changeSetAddress, withQuery } from '@/lib/client/paths';
import { listText } from '@/lib/domain/filter-syntax';

type Query = Record<string, string | readonly string[] | undefined>;

export type OverviewLinks = ReturnType<typeof useOverviewLinks>;

export function useOverviewLinks() {
  const connection = useConnectionParameter();
  return useMemo(
    () => ({
      access: (shown: { type?: string; entities?: readonly string[]; rows?: string } = {}) => {
        const { type, entities, rows } = shown;
        return withQuery('/access', { connection, type, entity: entities && listText(entities), rows });
      },
      journal: (query: Query = {}) => withQuery('/journal', { connection, ...query }),
      changes: (query: Query = {}) => withQuery('/changes', { connection, ...query }),
      changeSet: (id: string) => changeSetAddress(connection, id),
      metadata: () => withQuery('/metadata', { connection }),
      connections: () => withQuery('/connections', { connection }),
    }),
    [connection],
  );
}
