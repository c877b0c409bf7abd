import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Activity } from '@/lib/contract/changes/activity';
import { backgroundRead } from '../api';
import { apiPaths, withQuery } from '../paths';

/** @param timeZone where days begin; undefined: UTC. */
export function activityQuery(connection: string, timeZone: string | undefined) {
  return queryOptions({
    queryKey: ['changes', 'activity', connection, timeZone ?? 'UTC'],
    queryFn: backgroundRead<Activity>(withQuery(`${apiPaths.changes}/activity`, { connection, timeZone })),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000, // events trigger reads sooner
  });
}
