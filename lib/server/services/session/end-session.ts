import 'server-only';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import { ConsoleError } from '@/lib/server/console-error';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import type { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { endedFacts, endedReply } from './ended-fact';

/** An administrator may end any session. @throws ConsoleError `not-found`, which does not reveal others' sessions. */
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
    ctx.request.log.info({ by: personId, sessionId }, 'A session was ended.');
    return endedReply(ctx, stopped, 1, sessionId === own);
  },
});
