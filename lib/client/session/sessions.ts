import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndedSessions, SessionList } from '@/lib/contract/session/session';
import { backgroundRead, callApi } from '../api';
import { apiPaths, withQuery } from '../paths';

export type Whose = 'mine' | 'everyone';

/** @param name keeps people whose name contains it. */
export function sessionsQuery(whose: Whose, name?: string) {
  return queryOptions({
    queryKey: ['sessions', whose, name ?? null],
    queryFn: backgroundRead<SessionList>(withQuery(apiPaths.sessions, { whose, name })),
    placeholderData: keepPreviousData, // the page filters it meanwhile
    refetchInterval: 15_000,
  });
}

/** @throws ApiError; `not-found` where it ended already. */
export function endSession(id: string): Promise<EndedSessions> {
  return callApi(`${apiPaths.sessions}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Without a person: all sessions of the current one. @throws ApiError. */
export function endSessions(person?: string): Promise<EndedSessions> {
  return callApi(withQuery(apiPaths.sessions, { person }), { method: 'DELETE' });
}
