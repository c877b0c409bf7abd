import 'server-only';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { ledgerActor } from '@/lib/server/auth/actor';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { notifyChangeSet } from '@/lib/server/services/changes/store/control';
import { Reply } from '@/lib/server/services/reply';
import type { ServiceContext } from '@/lib/server/services/verb';

/** The ledger facts of sessions that a signed-in person has ended; none for no sessions. */
export function endedFacts(
  { request: { actor, requestId } }: ServiceContext,
  person: string,
  sessions: string[],
): LedgerFacts[] {
  if (sessions.length === 0) return [];
  return [
    {
      kind: 'session.ended',
      ...(actor && { actor: ledgerActor(actor) }),
      requestId,
      person,
      sessions,
      how: person === actor?.personId ? 'signed-out' : 'revoked',
    },
  ];
}

/** Tells pages about the stopped change sets, and answers how many sessions ended. */
export function endedReply(
  ctx: ServiceContext,
  stopped: readonly string[],
  ended: number,
  isOwn: boolean,
): Reply {
  for (const id of stopped) notifyChangeSet(ctx, id);
  return new Reply(JSON.stringify({ ended, signedOut: isOwn }), {
    'Content-Type': 'application/json',
    ...(isOwn && { 'Set-Cookie': sessionCookie(ctx.console.config.publicUrl, null) }),
  });
}
