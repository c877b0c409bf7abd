import 'server-only';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import type { Role } from '@/lib/contract/session/roles';

/** Who acts: a person, in one session. */
export interface Actor {
  /** Stable id of the person, made of issuer and subject at the first sign-in. */
  personId: string;
  name: string;
  roles: readonly Role[];
  /** Public id of the session; the cookie's value is known to the browser only. */
  sessionId: string;
}

/** Who acts, as the ledger names people. */
export function ledgerActor({ personId, name, roles, sessionId }: Actor): LedgerActor {
  return { id: personId, name, roles: [...roles], session: sessionId };
}

/** A live session. Times are milliseconds since 1970 by the database's clock. */
export interface LiveSession {
  actor: Actor;
  startedAt: number;
  usedAt: number;
  /** When it ends unless it is used before. */
  expiresAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  address: string;
  agent: string;
}

/** What is known of the other end of a request. */
export interface Caller {
  /** Network address, as far as proxies are trusted. */
  address: string;
  /** Header `Host`, as sent: nothing is built on it but comparisons. */
  host: string;
  /** `User-Agent`, as sent. */
  agent: string;
  /** The session cookie's value, or null. Never logged, never answered. */
  sessionToken: string | null;
  /** The value of the cookie that ties a sign-in by OpenID Connect to its browser, or null. */
  signInToken: string | null;
}
