import 'server-only';
import { sessionCookie } from '@/lib/server/auth/session-cookie';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Ends the session of the request; signing out twice is no failure. */
export const signOut = verb<unknown, Reply>({
  roles: 'anyone',
  run: ({ ctx }) => {
    if (ctx.actor) ctx.sessions.end(ctx.actor.sessionId);
    return Promise.resolve(
      new Reply('{}', {
        'Content-Type': 'application/json',
        'Set-Cookie': sessionCookie(ctx.publicUrl, null),
      }),
    );
  },
});
