import { useMemo } from 'react';
import { useConnectionParameter } from '@/lib/client/connection';
import { changeSetAddress, withQuery, historyAddress } from '@/lib/client/paths';
import type { DetailsTarget } from '@/lib/domain/access/details-target';

export function useChangeLinks() {
  const connection = useConnectionParameter();
  return useMemo(
    () => ({
      list: (filter: Record<string, string | undefined> = {}) =>
        withQuery('/changes', { connection, ...filter }),
      set: (id: string) => changeSetAddress(connection, id),
      history: (target: DetailsTarget) => historyAddress(connection, target),
    }),
    [connection],
  );
}
