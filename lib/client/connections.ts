import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConnectionList, ConnectionTest, Reads } from '@/lib/contract/connections';
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

const readsEveryMs = 60_000;

/** When a connection was read, and is read next; undefined until the console answered. */
export function useReads(connection: string): Reads | undefined {
  const { data } = useQuery({
    ...connectionsQuery(),
    refetchInterval: readsEveryMs,
    staleTime: readsEveryMs / 2,
    select: ({ value }) => value.find(({ key }) => key === connection)?.reads,
  });
  return data;
}
