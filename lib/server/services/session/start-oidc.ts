import 'server-only';
import type { z } from 'zod';
import type { oidcStartSchema } from '@/lib/contract/session';
import { returnPath } from '@/lib/domain/session/return-path';
import { signInCookie } from '@/lib/server/auth/cookies';
import { SignInError } from '@/lib/server/auth/openid-provider';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Sends the browser to the OpenID provider. @throws SignInError when the provider cannot be asked. */
export const startOidc = verb<z.infer<typeof oidcStartSchema>, Reply>({
  roles: 'anyone',
  run: async ({ ctx, input: { next, account } }) => {
    if (!ctx.oidc) throw new SignInError('failed', 'Sign-in by OpenID Connect is off here.');
    const { address, browserToken } = await ctx.oidc.start({
      returnPath: returnPath(next),
      account,
      browserToken: ctx.caller.signInToken,
    });
    return new Reply(
      null,
      { Location: address.href, 'Set-Cookie': signInCookie(ctx.publicUrl, browserToken) },
      303,
    );
  },
});
