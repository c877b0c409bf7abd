import 'server-only';
import type { LedgerActor } from '@/lib/contract/ledger';
import type { Actor } from '@/lib/server/auth/actor';

/** Who acts, as the ledger names people. */
export function ledgerActor({ personId, name, roles, sessionId }: Actor): LedgerActor {
  return { id: personId, name, roles: [...roles], session: sessionId };
}
