import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Activity } from '@/lib/contract/changes/activity';
import { callApi } from '../api';
import { apiPaths, withQuery } from '../paths';

/**
 * What the last days brought, and how the log stands.
 * @param timeZone where days begin and end; undefined: UTC, until the browser has said where it is.
 */
export function activityQuery(connection: string, timeZone: string | undefined) {
  return queryOptions({
    queryKey: ['changes', 'activity', connection, timeZone ?? 'UTC'],
    queryFn: ({ signal }): Promise<Activity> =>
      callApi(withQuery(`${apiPaths.changes}/activity`, { connection, timeZone }), {
        signal,
        background: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000, // events have it asked sooner
  });
}
