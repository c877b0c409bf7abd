import 'server-only';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { ConsoleError } from '@/lib/server/console-error';
import { notifyChangeSet } from '@/lib/server/services/changes/store/control';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { endedFacts } from './ended-fact';

/**
 * Ends one of the caller's sessions or, for an administrator, any session and the changes it runs.
 * @throws ConsoleError `not-found` if the caller may not end it; does not reveal other people's sessions.
 */
export const endSession = verb<{ sessionId: string }, Reply>({
  roles: 'signed-in',
  run: async ({ ctx, input: { sessionId } }) => {
    const { personId = '', roles = [], sessionId: own } = ctx.request.actor ?? {};
    const isManager = holdsOneOf(roles, mayManageSessions);
    const stopped = await ctx.console.ledger.record(async (transaction) => {
      const ended = await ctx.console.sessions.end(sessionId, isManager ? null : personId, transaction);
      if (!ended) throw new ConsoleError('not-found', 'There is no such session; it may have ended already.');
      const sets = await withdrawChangeSets(transaction, { sessionIds: [sessionId] }, personId);
      return { facts: endedFacts(ctx, ended.personId, [sessionId]), result: sets };
    });
    for (const id of stopped) notifyChangeSet(ctx, id);
    ctx.request.log.info({ by: personId, sessionId }, 'A session was ended.');
    const signedOut = sessionId === own;
    return new Reply(JSON.stringify({ ended: 1, signedOut }), {
      'Content-Type': 'application/json',
      ...(signedOut && { 'Set-Cookie': sessionCookie(ctx.console.config.publicUrl, null) }),
    });
  },
});
