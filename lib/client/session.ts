import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionSchema, type Session } from '@/lib/contract/session';
import type { Role } from '@/lib/contract/roles';
import { callApi } from './api';
import { apiPaths } from './paths';

/** Who is signed in and which connections there are. */
export function sessionQuery() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }): Promise<Session> => callApi(apiPaths.session, sessionSchema, { signal }),
    staleTime: 60_000,
  });
}

/** Signs in with a demo role. @throws ApiError when the console refuses or does not answer. */
export function signInDemo(role: Role): Promise<Session> {
  return callApi(apiPaths.demoSignIn, sessionSchema, { method: 'POST', body: { role } });
}

/** Ends the session. @throws ApiError when the console does not answer; the session then goes on. */
export async function signOut(): Promise<void> {
  await callApi(apiPaths.session, z.object({}), { method: 'DELETE' });
}
