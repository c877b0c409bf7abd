import { useMemo } from 'react';
import { historyAddress } from '@/lib/client/asked-place';
import { useConnectionParameter } from '@/lib/client/connection';
import { changeSetAddress, withQuery } from '@/lib/client/paths';
import type { MatrixPlace } from '@/lib/domain/access/place-text';

/** Addresses of the pages about changes; the chosen connection goes along. */
export function useChangeLinks() {
  const connection = useConnectionParameter();
  return useMemo(
    () => ({
      list: (filter: Record<string, string> = {}) => withQuery('/changes', { connection, ...filter }),
      set: (id: string) => changeSetAddress(connection, id),
      history: (place: MatrixPlace) => historyAddress(connection, place),
    }),
    [connection],
  );
}
