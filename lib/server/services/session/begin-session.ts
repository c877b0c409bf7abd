import 'server-only';
import { sessionCookie } from '@/lib/server/auth/cookies';
import type { Identity, LiveSession } from '@/lib/server/auth/session-store';
import type { ServiceContext } from '@/lib/server/services/verb';

/**
 * Begins a session for somebody who has proved who they are; the one their browser had before, if any, ends.
 * @returns the session, and the `Set-Cookie` that gives it to the browser.
 * @throws ConsoleError `ledger-unavailable` while the database is away.
 */
export async function beginSession(
  { caller, sessions, log, publicUrl }: ServiceContext,
  identity: Identity,
): Promise<{ session: LiveSession; cookie: string }> {
  const { token, session } = await sessions.start(identity, caller);
  if (caller.sessionToken !== null) await sessions.endByToken(caller.sessionToken);
  const { personId, sessionId, roles } = session.actor;
  log.info({ personId, sessionId, roles }, 'Somebody signed in.');
  return { session, cookie: sessionCookie(publicUrl, token) };
}
