import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndedSessions, SessionList } from '@/lib/contract/session/session';
import { callApi } from '../api';
import { apiPaths, withQuery } from '../paths';

/** Whose sessions a list shows. */
export type Whose = 'mine' | 'everyone';

/**
 * Live sessions, asked again by itself every 15 seconds.
 * @param name keeps people whose name contains it.
 */
export function sessionsQuery(whose: Whose, name?: string) {
  return queryOptions({
    queryKey: ['sessions', whose, name ?? null],
    queryFn: ({ signal }): Promise<SessionList> => {
      const path = withQuery(apiPaths.sessions, { whose, name });
      return callApi(path, { signal, background: true });
    },
    placeholderData: keepPreviousData, // the page looks for the name in it meanwhile
    refetchInterval: 15_000,
  });
}

/** Ends one session. @throws ApiError; `not-found` when it has ended already. */
export function endSession(id: string): Promise<EndedSessions> {
  return callApi(`${apiPaths.sessions}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Ends every session of a person, or, without one, of whoever asks. @throws ApiError. */
export function endSessions(person?: string): Promise<EndedSessions> {
  return callApi(withQuery(apiPaths.sessions, { person }), { method: 'DELETE' });
}
