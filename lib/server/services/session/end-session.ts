import 'server-only';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/roles';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * Ends one session by its public id: one's own or, for an administrator, anyone's.
 * @throws ConsoleError `not-found` when there is none that the actor may end; that others have one is not told.
 */
export const endSession = verb<{ sessionId: string }, Reply>({
  roles: 'signed-in',
  run: async ({ ctx, input: { sessionId } }) => {
    const { personId = '', roles = [], sessionId: own } = ctx.actor ?? {};
    const ended = await ctx.sessions.end(sessionId, holdsOneOf(roles, mayManageSessions) ? null : personId);
    if (!ended) throw new ConsoleError('not-found', 'There is no such session; it may have ended already.');
    ctx.log.info({ by: personId, sessionId }, 'A session was ended.');
    const signedOut = sessionId === own;
    return new Reply(JSON.stringify({ ended: 1, signedOut }), {
      'Content-Type': 'application/json',
      ...(signedOut && { 'Set-Cookie': sessionCookie(ctx.publicUrl, null) }),
    });
  },
});
