import 'server-only';
import type { z } from 'zod';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import type { endSessionsSchema } from '@/lib/contract/session/session';
import { ConsoleError } from '@/lib/server/console-error';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import type { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { endedFacts, endedReply } from './ended-fact';

/** Ends all sessions of the caller or, for an administrator, of anyone. @throws ConsoleError `forbidden`. */
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
      const result = { ended: sessions.length, stopped: sets };
      return { facts: endedFacts(ctx, person, sessions), result };
    });
    ctx.request.log.info({ by: personId, personId: person, ended }, 'A person was signed out everywhere.');
    return endedReply(ctx, stopped, ended, person === personId);
  },
});
