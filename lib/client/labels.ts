import { queryOptions } from '@tanstack/react-query';
import type { Labels, LabelsRequest } from '@/lib/contract/access/labels';
import { callApi } from './api';
import { takeEarlyRead } from './early-reads';
import { apiPaths, withQuery } from './paths';

const readAgainMs = 5 * 60_000;

/** Names, read again every five minutes. Equal answers keep their identity. @param of `entities` leaves records out. */
export function labelsQuery(connection: string, of?: LabelsRequest['of']) {
  return queryOptions({
    queryKey: ['access', connection, 'labels', of ?? 'all'],
    queryFn: ({ signal }): Promise<Labels> => {
      const path = withQuery(apiPaths.labels, { connection, of });
      return callApi(path, { signal, background: true, early: takeEarlyRead(path) });
    },
    staleTime: readAgainMs,
    refetchInterval: readAgainMs,
  });
}
