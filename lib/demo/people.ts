import 'server-only';
import type { DemoPerson } from '@/lib/server/auth/demo-people';
import { demoIssuer } from '@/lib/server/auth/session-store';
import { beginSession } from '@/lib/server/services/session/begin-session';
import { endSession } from '@/lib/server/services/session/end-session';
import { contextWith, type ServiceContext } from '@/lib/server/services/verb';

/** Maya's colleagues; visitors cannot sign in as them. */
export const colleagues = {
  tom: { subject: 'tom-okafor', name: 'Tom Okafor', roles: ['security-administrator'] },
  priya: { subject: 'priya-nair', name: 'Priya Nair', roles: ['security-administrator'] },
} as const satisfies Record<string, DemoPerson>;

/** Signs a demo person in, runs `work`, and signs out. @param key request id and idempotency key: it happens once. */
export async function actAs<T>(
  ctx: ServiceContext,
  { subject, name, roles }: DemoPerson,
  key: string,
  work: (ctx: ServiceContext) => Promise<T>,
): Promise<T> {
  const caller = { ...ctx.request.caller, agent: '', sessionToken: null, signInToken: null };
  const signingIn = contextWith(ctx, { caller, requestId: key, idempotencyKey: key });
  const { session } = await beginSession(signingIn, { issuer: demoIssuer, subject, name, roles });
  const { actor } = session;
  const signedIn = contextWith(signingIn, { actor, session, actorNow: () => Promise.resolve(actor) });
  try {
    return await work(signedIn);
  } finally {
    await endSession({ ctx: signedIn, input: { sessionId: actor.sessionId } });
  }
}
