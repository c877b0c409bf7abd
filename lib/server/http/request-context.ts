import 'server-only';
import { sessionTokenOf, signInTokenOf } from '@/lib/server/auth/cookies';
import type { Caller } from '@/lib/server/auth/actor';
import type { Console } from '@/lib/server/console';
import { ConsoleError } from '@/lib/server/console-error';
import type { ServiceContext } from '@/lib/server/services/verb';
import { onThisMachineHeader } from './request-gate';
import { idempotencyKeyOf } from './request-input';

export function callerOf(headers: Headers, publicUrl: URL): Caller {
  const cookies = headers.get('cookie');
  return {
    address: headers.get('x-forwarded-for') ?? 'unknown',
    host: headers.get('host') ?? '',
    agent: headers.get('user-agent') ?? '',
    sessionToken: sessionTokenOf(cookies, publicUrl),
    signInToken: signInTokenOf(cookies, publicUrl),
    bearerToken: /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
    isOnThisMachine: headers.has(onThisMachineHeader),
  };
}

interface ContextOptions {
  key: string | null;
  /** Anyone may ask, so a database outage does no harm. */
  isOpen: boolean;
  /** The page asks by itself, which does not extend the session. */
  isBackground: boolean;
  /** Id of the person for whom the page was made, or null. */
  madeFor: string | null;
}

/** @throws ConsoleError `not-found`, `invalid-request`, `ledger-unavailable`, or `signed-out` for another's page. */
export async function contextOf(
  request: Pick<Request, 'method' | 'headers' | 'signal'>,
  parts: Console,
  caller: Caller,
  { key, isOpen, isBackground, madeFor }: ContextOptions,
): Promise<ServiceContext> {
  const { sessionToken: token } = caller;
  const { sessions } = parts;
  // People can sign out while the database is away.
  const isReading = request.method === 'GET' || request.method === 'HEAD' || isOpen;
  const find = (isUse: boolean) =>
    token === null ? null : isReading ? sessions.findForReading(token, isUse) : sessions.find(token, isUse);
  const session = isOpen && madeFor === null ? null : await find(!isBackground && !isOpen);
  if (session && madeFor !== null && madeFor !== session.actor.personId)
    throw new ConsoleError(
      'signed-out',
      'This page was made for somebody else than who is signed in now. Nothing was changed. Reload the page.',
    );
  const requestId = request.headers.get('x-request-id') ?? '';
  const connection = key === null ? parts.connections[0] : parts.connections.find((one) => one.key === key);
  if (!connection)
    throw new ConsoleError('not-found', 'There is no connection of that name. Choose another one.');
  return {
    request: {
      actor: session?.actor ?? null,
      session,
      actorNow: async () => (await find(false))?.actor ?? null,
      caller,
      connection,
      requestId,
      idempotencyKey: idempotencyKeyOf(request.headers),
      signal: request.signal,
      accept: request.headers.get('accept') ?? '',
      lastEventId: request.headers.get('last-event-id') ?? '',
      log: parts.log.child({ requestId }),
    },
    console: parts,
  };
}
