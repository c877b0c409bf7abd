import 'server-only';
import type { z } from 'zod';
import { holdsOneOf, mayManageSessions } from '@/lib/contract/session/roles';
import type { sessionListSchema, whoseSchema } from '@/lib/contract/session/session';
import { ConsoleError } from '@/lib/server/console-error';
import { verb } from '@/lib/server/services/verb';

/** The caller's live sessions or, for an administrator, all. @throws ConsoleError `forbidden` for others. */
export const listSessions = verb<z.infer<typeof whoseSchema>, z.infer<typeof sessionListSchema>>({
  roles: 'signed-in',
  run: async ({ ctx, input: { whose, name = '' } }) => {
    const { personId = '', roles = [], sessionId } = ctx.request.actor ?? {};
    if (whose === 'everyone' && !holdsOneOf(roles, mayManageSessions)) {
      throw new ConsoleError('forbidden', "Other people's sessions are for security administrators.");
    }
    const { sessions, complete } = await ctx.console.sessions.list(
      whose === 'everyone' ? { name } : { personId },
    );
    return {
      complete,
      value: sessions.map(({ actor, startedAt, usedAt, expiresAt, address, agent }) => ({
        id: actor.sessionId,
        person: { id: actor.personId, name: actor.name, roles: [...actor.roles] },
        current: actor.sessionId === sessionId,
        startedAt: new Date(startedAt).toISOString(),
        usedAt: new Date(usedAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
        address,
        agent,
      })),
    };
  },
});
