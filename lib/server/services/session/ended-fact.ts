import 'server-only';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { ledgerActor } from '@/lib/server/auth/actor';
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
