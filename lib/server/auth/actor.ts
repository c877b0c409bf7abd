import 'server-only';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import type { Role } from '@/lib/contract/session/roles';

export interface Actor {
  /** Stable id, made at the first sign-in of this issuer and subject. */
  personId: string;
  name: string;
  roles: readonly Role[];
  /** Public id; only the browser knows the cookie's value. */
  sessionId: string;
}

export function ledgerActor({ personId, name, roles, sessionId }: Actor): LedgerActor {
  return { id: personId, name, roles: [...roles], session: sessionId };
}

/** Times are milliseconds since 1970 by the database's clock. */
export interface LiveSession {
  actor: Actor;
  startedAt: number;
  usedAt: number;
  /** End of the session without further use. */
  expiresAt: number;
  /** Absolute end. */
  endsAt: number;
  address: string;
  agent: string;
}

export interface Caller {
  /** Forwarded addresses count from trusted proxies only. */
  address: string;
  /** For comparisons only. */
  host: string;
  agent: string;
  /** Never logged or sent. */
  sessionToken: string | null;
  /** Ties a sign-in by OpenID Connect to its browser. */
  signInToken: string | null;
  /** Of `Authorization: Bearer`; never logged. */
  bearerToken: string | null;
  /** The request came from this machine, past no proxy. */
  isOnThisMachine: boolean;
}
