import 'server-only';
import type { z } from 'zod';
import type { oidcReturnSchema } from '@/lib/contract/session/session';
import { signInCookie } from '@/lib/server/auth/cookies';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { beginSession } from './begin-session';

/** Signs in the person who returns from the OpenID provider, even without a role. @throws SignInError with its reason. */
export const finishOidc = verb<z.infer<typeof oidcReturnSchema>, Reply>({
  roles: 'anyone',
  run: async ({ ctx, input }) => {
    if (!ctx.console.oidc) return new Reply(null, { Location: '/sign-in' }, 303);
    const query = new URLSearchParams(
      Object.entries(input).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
    );
    const { identity, returnPath, isLast } = await ctx.console.oidc.finish({
      query,
      browserToken: ctx.request.caller.signInToken,
    });
    const { cookie } = await beginSession(ctx, identity);
    const cookies = [cookie];
    if (isLast) cookies.push(signInCookie(ctx.console.config.publicUrl, null)); // another tab may still be at the provider
    return new Reply(null, { Location: returnPath, 'Set-Cookie': cookies }, 303);
  },
});
