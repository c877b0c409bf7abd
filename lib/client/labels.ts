import { queryOptions } from '@tanstack/react-query';
import type { Labels, LabelsRequest } from '@/lib/contract/access/labels';
import { callApi } from './api';
import { takeEarlyRead } from './early-reads';
import { apiPaths, withQuery } from './paths';

const readAgainMs = 5 * 60_000;

/**
 * What records and entities are called; asked for again every five minutes, for the operator may change the file. An
 * answer that is the same stays the same object, so that names are not put on the matrix anew.
 * @param of `entities`: without records, so that the answer stays small.
 */
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
