import { queryOptions } from '@tanstack/react-query';
import type { ConnectionList } from '@/lib/contract/connections';
import { backgroundRead } from './api';
import { apiPaths } from './paths';

export function connectionsQuery() {
  return queryOptions({
    queryKey: ['connections'],
    queryFn: backgroundRead<ConnectionList>(apiPaths.connections),
    refetchInterval: 15_000,
  });
}
