import 'server-only';
import type { Session } from '@/lib/contract/session/session';
import type { LiveSession } from '@/lib/server/auth/actor';
import type { Console } from '@/lib/server/console';
import { ConsoleError } from '@/lib/server/console-error';
import { verb } from '@/lib/server/services/verb';

export const readSession = verb<unknown, Session>({
  roles: 'signed-in',
  run: ({ ctx }) => Promise.resolve(describeSession(ctx.console, ctx.request.session)),
});

/** The session as the browser sees it, with the connections. @throws ConsoleError `signed-out` without one. */
export function describeSession(
  { config: { signIn, accessReason }, connections, demo }: Pick<Console, 'config' | 'connections' | 'demo'>,
  session: LiveSession | null,
): Session {
  if (!session) throw new ConsoleError('signed-out', 'You are signed out. Sign in again.');
  return {
    user: { id: session.actor.personId, name: session.actor.name, roles: [...session.actor.roles] },
    signIn,
    connections: connections.map(({ key, label, kind, currency, bcUrl, reference }) => ({
      ...{ key, label, kind, currency, bcUrl, reference },
    })),
    accessReason,
    demo: demo && { hasHistory: demo.hasHistory },
    expiresAt: new Date(session.expiresAt).toISOString(),
    endsAt: new Date(session.endsAt).toISOString(),
  };
}
