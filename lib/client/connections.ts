import { queryOptions } from '@tanstack/react-query';
import type { ConnectionList, ConnectionTest } from '@/lib/contract/connections';
import { backgroundRead, callApi } from './api';
import { apiPaths, withQuery } from './paths';

export function connectionsQuery() {
  return queryOptions({
    queryKey: ['connections'],
    queryFn: backgroundRead<ConnectionList>(apiPaths.connections),
    refetchInterval: 15_000,
  });
}

/** Has the console try each step of the way to a service. @throws ApiError. */
export function testConnection(connection: string): Promise<ConnectionTest> {
  return callApi(withQuery(apiPaths.connectionTest, { connection }), { method: 'POST' });
}
