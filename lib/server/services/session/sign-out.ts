import 'server-only';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Ends the session of the request; a second sign-out is no error. */
export const signOut = verb<unknown, Reply>({
  roles: 'anyone',
  run: async ({ ctx }) => {
    const { caller, requestId } = ctx.request;
    const { ledger, sessions, config } = ctx.console;
    const { sessionToken } = caller;
    if (sessionToken !== null) sessions.forget(sessionToken); // before the ledger, which throws if the database is down
    if (sessionToken !== null)
      await ledger.record(async (transaction) => {
        const ended = await sessions.endByToken(sessionToken, transaction);
        const facts = ended
          ? [
              {
                kind: 'session.ended' as const,
                requestId,
                person: ended.personId,
                sessions: [ended.sessionId],
                how: 'signed-out' as const,
              },
            ]
          : [];
        return { facts, result: undefined };
      });
    return new Reply('{}', {
      'Content-Type': 'application/json',
      'Set-Cookie': sessionCookie(config.publicUrl, null),
    });
  },
});
