import 'server-only';
import type { z } from 'zod';
import type { oidcReturnSchema } from '@/lib/contract/session';
import { sessionCookie, signInCookie } from '@/lib/server/auth/cookies';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * Signs in who comes back from the OpenID provider, in a new session; the one before, if any, ends. Who holds no role
 * is signed in too: the console then says so on every page.
 * @throws SignInError by what went wrong.
 */
export const finishOidc = verb<z.infer<typeof oidcReturnSchema>, Reply>({
  roles: 'anyone',
  run: async ({ ctx, input }) => {
    if (!ctx.oidc) return new Reply(null, { Location: '/sign-in' }, 303);
    const { sessionToken, signInToken } = ctx.caller;
    const query = new URLSearchParams(
      Object.entries(input).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
    );
    const { identity, returnPath, isLast } = await ctx.oidc.finish({ query, browserToken: signInToken });
    const { token, session } = await ctx.sessions.start(identity, ctx.caller);
    if (sessionToken !== null) await ctx.sessions.endByToken(sessionToken);
    const { personId, sessionId, roles } = session.actor;
    ctx.log.info({ personId, sessionId, roles }, 'Somebody signed in.');
    const cookies = [sessionCookie(ctx.publicUrl, token)];
    if (isLast) cookies.push(signInCookie(ctx.publicUrl, null)); // another tab may be at the provider still
    return new Reply(null, { Location: returnPath, 'Set-Cookie': cookies }, 303);
  },
});
