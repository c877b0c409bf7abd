import 'server-only';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Ends the session of the request; signing out twice is no failure. */
export const signOut = verb<unknown, Reply>({
  roles: 'anyone',
  run: async ({ ctx }) => {
    if (ctx.caller.sessionToken !== null) await ctx.sessions.endByToken(ctx.caller.sessionToken);
    return new Reply('{}', {
      'Content-Type': 'application/json',
      'Set-Cookie': sessionCookie(ctx.publicUrl, null),
    });
  },
});
