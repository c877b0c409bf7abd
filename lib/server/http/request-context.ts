import 'server-only';
import { sessionTokenOf, signInTokenOf } from '@/lib/server/auth/cookies';
import type { Caller } from '@/lib/server/auth/actor';
import type { Console } from '@/lib/server/composition';
import { ConsoleError } from '@/lib/server/console-error';
import type { ServiceContext } from '@/lib/server/services/verb';

/** Sent with what the page asks by itself: it does not count as use of the session. */
const backgroundHeader = 'x-background';

/** Who is at the other end, by the headers that the entrance has put right. */
export function callerOf(headers: Headers, publicUrl: URL): Caller {
  const cookies = headers.get('cookie');
  return {
    address: headers.get('x-forwarded-for') ?? 'unknown',
    agent: headers.get('user-agent') ?? '',
    sessionToken: sessionTokenOf(cookies, publicUrl),
    signInToken: signInTokenOf(cookies, publicUrl),
  };
}

/**
 * All that a verb may know of a request.
 * @param key the connection it names, or null for the first.
 * @throws ConsoleError `not-found` for an unknown connection, `ledger-unavailable` while sessions cannot be checked.
 */
export async function contextOf(
  request: Request,
  parts: Console,
  caller: Caller,
  key: string | null,
): Promise<ServiceContext> {
  const isUse = !request.headers.has(backgroundHeader);
  const session = caller.sessionToken === null ? null : await parts.sessions.find(caller.sessionToken, isUse);
  const requestId = request.headers.get('x-request-id') ?? '';
  const connection = key === null ? parts.connections[0] : parts.connections.find((one) => one.key === key);
  if (!connection)
    throw new ConsoleError('not-found', 'There is no connection of that name. Choose another one.');
  return {
    actor: session?.actor ?? null,
    session,
    caller,
    connection,
    requestId,
    signal: request.signal,
    accept: request.headers.get('accept') ?? '',
    log: parts.log.child({ requestId }),
    sessions: parts.sessions,
    database: parts.database,
    oidc: parts.oidc,
    signIn: parts.config.signIn,
    publicUrl: parts.config.publicUrl,
    connections: parts.connections,
  };
}
