import 'server-only';
import type { z } from 'zod';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import type { endSessionsSchema } from '@/lib/contract/session/session';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { ConsoleError } from '@/lib/server/console-error';
import { notifyChangeSet } from '@/lib/server/services/changes/store/control';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { endedFacts } from './ended-fact';

/**
 * Ends all sessions of a person: the caller or, for an administrator, anyone and the changes they run.
 * @throws ConsoleError `forbidden` if the caller is neither that person nor an administrator.
 */
export const endSessions = verb<z.infer<typeof endSessionsSchema>, Reply>({
  roles: 'signed-in',
  run: async ({ ctx, input }) => {
    const { personId = '', roles = [] } = ctx.request.actor ?? {};
    const person = input.person ?? personId;
    if (person !== personId && !holdsOneOf(roles, mayManageSessions)) {
      throw new ConsoleError('forbidden', "Other people's sessions are for security administrators.");
    }
    const { ended, stopped } = await ctx.console.ledger.record(async (transaction) => {
      const sessions = await ctx.console.sessions.endOfPerson(person, transaction);
      const sets = await withdrawChangeSets(transaction, { personId: person }, personId);
      return {
        facts: endedFacts(ctx, person, sessions),
        result: { ended: sessions.length, stopped: sets },
      };
    });
    for (const id of stopped) notifyChangeSet(ctx, id);
    ctx.request.log.info({ by: personId, personId: person, ended }, 'A person was signed out everywhere.');
    const signedOut = person === personId;
    return new Reply(JSON.stringify({ ended, signedOut }), {
      'Content-Type': 'application/json',
      ...(signedOut && { 'Set-Cookie': sessionCookie(ctx.console.config.publicUrl, null) }),
    });
  },
});
