import 'server-only';
import type { z } from 'zod';
import type { oidcStartSchema } from '@/lib/contract/session/session';
import { returnPath, signInPath } from '@/lib/domain/session/return-path';
import { signInCookie } from '@/lib/server/auth/cookies';
import { isLoopback } from '@/lib/server/config/loopback';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** Whether the browser uses another loopback name than PUBLIC_URL, where the provider returns: cookies would be missing. */
function isOtherName(host: string, publicUrl: URL): boolean {
  if (!isLoopback(publicUrl.hostname) || !URL.canParse(`http://${host}`)) return false;
  const { hostname, port } = new URL(`http://${host}`);
  return isLoopback(hostname) && hostname !== publicUrl.hostname && port === publicUrl.port;
}

/** Sends the browser to the OpenID provider, or to the sign-in page. @throws SignInError `unreachable`. */
export const startOidc = verb<z.infer<typeof oidcStartSchema>, Reply>({
  roles: 'anyone',
  run: async ({ ctx, input: { next, account } }) => {
    if (!ctx.console.oidc) return new Reply(null, { Location: signInPath(returnPath(next)) }, 303);
    if (isOtherName(ctx.request.caller.host, ctx.console.config.publicUrl)) {
      const search = new URLSearchParams({
        ...(next !== undefined && { next }),
        ...(account && { account }),
      });
      const here = new URL(`/api/session/oidc/start?${search.toString()}`, ctx.console.config.publicUrl);
      return new Reply(null, { Location: here.href }, 303);
    }
    const { address, browserToken } = await ctx.console.oidc.start({
      returnPath: returnPath(next),
      account,
      browserToken: ctx.request.caller.signInToken,
    });
    return new Reply(
      null,
      { Location: address.href, 'Set-Cookie': signInCookie(ctx.console.config.publicUrl, browserToken) },
      303,
    );
  },
});
