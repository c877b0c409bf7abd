import 'server-only';
import type { z } from 'zod';
import type { demoSignInSchema } from '@/lib/contract/session/session';
import { demoPeople } from '@/lib/server/auth/demo-people';
import { demoIssuer } from '@/lib/server/auth/session-store';
import { ConsoleError } from '@/lib/server/console-error';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';
import { beginSession } from './begin-session';
import { describeSession } from './read-session';

/** Signs a person in with a demo role. @throws ConsoleError `forbidden` if demo sign-in is off. */
export const signInDemo = verb<z.infer<typeof demoSignInSchema>, Reply>({
  roles: 'anyone',
  run: async ({ ctx, input: { role } }) => {
    if (ctx.console.config.signIn !== 'demo')
      throw new ConsoleError('forbidden', 'Demo sign-in is off here. Sign in with your account.');
    const identity = { issuer: demoIssuer, ...demoPeople[role] };
    const { session, cookie } = await beginSession(ctx, identity);
    return new Reply(JSON.stringify(describeSession(ctx.console, session)), {
      'Content-Type': 'application/json',
      'Set-Cookie': cookie,
    });
  },
});
