import 'server-only';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Ends the session of the request; signing out twice is no failure. */
export const signOut = verb<unknown, Reply>({
  roles: 'anyone',
  run: async ({
    ctx: {
      request: { caller, requestId },
      console: {
        ledger,
        sessions,
        config: { publicUrl },
      },
    },
  }) => {
    const { sessionToken } = caller;
    if (sessionToken !== null) sessions.forget(sessionToken); // also where the database is away and refuses the rest
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
      'Set-Cookie': sessionCookie(publicUrl, null),
    });
  },
});
