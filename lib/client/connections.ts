import { queryOptions } from '@tanstack/react-query';
import type { ConnectionList } from '@/lib/contract/connections';
import { callApi } from './api';
import { apiPaths } from './paths';

export function connectionsQuery() {
  return queryOptions({
    queryKey: ['connections'],
    queryFn: ({ signal }): Promise<ConnectionList> =>
      callApi(apiPaths.connections, { signal, background: true }),
    refetchInterval: 15_000,
  });
}
