import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Role } from '@/lib/contract/session/roles';
import type { Session } from '@/lib/contract/session/session';
import { sessionClock, type SessionClock } from '@/lib/domain/session/session-clock';
import { callApi } from '../api';
import { apiPaths } from '../paths';

/** With its end by the browser's clock. */
type TimedSession = Session & { clock: SessionClock };

const sessionKey = ['session'] as const;

/** Reading it is no use of the session. */
export function sessionQuery() {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: ({ client, signal }): Promise<TimedSession> =>
      askSession(client, { signal, background: true, forAnyone: true }),
    staleTime: 60_000,
  });
}

/** Takes the session of the page where none is known. @param date ISO 8601, by the console's clock. */
export function takeSession(client: QueryClient, told: Session, date: string): void {
  if (client.getQueryData(sessionKey) !== undefined) return;
  const clock = sessionClock({ ...told, idleMs: 0 }, date, Date.now());
  client.setQueryData(sessionKey, { ...told, clock });
}

/** Keeps the session alive. @throws ApiError. */
export async function tellUse(client: QueryClient): Promise<void> {
  const session = await askSession(client, {});
  // An older answer must not replace the newer one.
  await client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData(sessionQuery().queryKey, session);
}

async function askSession(
  client: QueryClient,
  request: { signal?: AbortSignal; background?: boolean; forAnyone?: boolean },
): Promise<TimedSession> {
  let date: string | null = null;
  const session = await callApi<Session>(apiPaths.session, {
    ...request,
    onHeaders: (headers) => (date = headers.get('Date')),
  });
  const idleMs = client.getQueryData<TimedSession>(sessionKey)?.clock.idleMs ?? 0;
  return { ...session, clock: sessionClock({ ...session, idleMs }, date, Date.now()) };
}

/** @throws ApiError. */
export function signInDemo(role: Role): Promise<Session> {
  return callApi(apiPaths.demoSignIn, { method: 'POST', body: { role }, forAnyone: true });
}

/** @throws ApiError; the session then goes on. */
export async function signOut(): Promise<void> {
  await callApi(apiPaths.session, { method: 'DELETE' });
}
