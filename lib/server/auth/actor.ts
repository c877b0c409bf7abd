import 'server-only';
import type { Role } from '@/lib/contract/roles';

/** Who acts: a person, in one session. */
export interface Actor {
  /** Stable id of the person, made of issuer and subject at the first sign-in. */
  personId: string;
  name: string;
  roles: readonly Role[];
  /** Public id of the session; the cookie's value is known to the browser only. */
  sessionId: string;
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
