import 'server-only';
import type { Session } from '@/lib/contract/session';
import { ConsoleError } from '@/lib/server/console-error';
import { verb, type ServiceContext } from '@/lib/server/services/verb';

/** Who is signed in and which connections there are. */
export const readSession = verb<unknown, Session>({
  roles: 'signed-in',
  run: ({ ctx }) => Promise.resolve(describeSession(ctx, ctx.actor?.sessionId ?? '')),
});

/**
 * The session as the browser may know it.
 * @throws ConsoleError `signed-out` when it has ended.
 */
export function describeSession(ctx: ServiceContext, sessionId: string): Session {
  const found = ctx.sessions.find(sessionId);
  if (!found) throw new ConsoleError('signed-out', 'You are signed out. Sign in again.');
  return {
    user: { name: found.actor.name, roles: [...found.actor.roles] },
    signIn: ctx.signIn,
    connections: ctx.connections.map(({ key, label, reference }) => ({ key, label, reference })),
    expiresAt: new Date(found.expiresAt).toISOString(),
  };
}
