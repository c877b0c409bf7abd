import { useMemo } from 'react';
import { useConnectionKey } from '@/lib/client/connection';
import { withQuery } from '@/lib/client/paths';

/** What a link to a history is about: a cell, or without an entity all cells of a record. */
export interface HistoryPlace {
  recordType: string;
  recordId: string;
  entityId?: string | undefined;
}

/** Addresses of the pages about changes; the chosen connection goes along. */
export function useChangeLinks() {
  const connection = useConnectionKey();
  return useMemo(
    () => ({
      list: (filter: Record<string, string> = {}) => withQuery('/changes', { connection, ...filter }),
      set: (id: string) => withQuery(`/changes/${encodeURIComponent(id)}`, { connection }),
      history: ({ recordType, recordId, entityId }: HistoryPlace) =>
        withQuery('/changes/history', { connection, recordType, recordId, entityId }),
    }),
    [connection],
  );
}
