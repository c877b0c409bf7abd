import 'server-only';
import { isIPv6 } from 'node:net';
import { ConsoleError } from '@/lib/server/console-error';
import { RecentMap } from '@/lib/server/recent-map';

/** What is limited: ways in, changes, and reads of everything, at the service or of a whole set. */
export type LimitKind = 'sign-in' | 'change' | 'export';

/** A bucket of `burst` requests that fills again by `perSecond`. */
interface Limit {
  burst: number;
  perSecond: number;
}

/**
 * Per session and per address, for each replica by itself. An office may share one address. The service is protected
 * by its own budget; these protect the console from one caller.
 */
export const rateLimits: Record<LimitKind, { session: Limit; address: Limit }> = {
  'sign-in': { session: { burst: 60, perSecond: 1 }, address: { burst: 120, perSecond: 2 } },
  change: { session: { burst: 300, perSecond: 20 }, address: { burst: 1_200, perSecond: 80 } },
  export: { session: { burst: 120, perSecond: 2 }, address: { burst: 480, perSecond: 8 } },
};

/** Who is counted: a session, the people of an address, or those of an address who are not signed in. */
export type LimitScope = 'session' | 'address' | 'stranger';

const mostBuckets = 20_000;

interface Bucket {
  left: number;
  at: number;
}

/** Counts requests by who sends them, in bounded memory: the caller unseen for longest is forgotten first. */
export class RateLimits {
  readonly #buckets = new RecentMap<string, Bucket>(mostBuckets);
  readonly #now: () => number;

  /** @param now a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts one request.
   * @throws ConsoleError `rate-limited` that says in how many seconds to come again; nothing was done.
   */
  take(kind: LimitKind, scope: LimitScope, who: string): void {
    const { burst, perSecond } = rateLimits[kind][scope === 'session' ? 'session' : 'address'];
    const key = `${kind} ${scope} ${scope === 'session' ? who : networkOf(who)}`;
    const now = this.#now();
    const before = this.#buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond);
    this.#buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    if (left >= 1) return;
    const seconds = Math.ceil((1 - left) / perSecond);
    const words = scope === 'session' ? sessionWords : addressWords;
    throw new ConsoleError('rate-limited', words(seconds), { retryAfterSeconds: seconds });
  }
}

/** The network of an IPv6 address (64 bits, RFC 6177), for one caller has all its addresses; of IPv4 the address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const parts = head.split(':').filter((part) => part !== '');
  const missing =
    tail === undefined ? 0 : 8 - parts.length - tail.split(':').filter((part) => part !== '').length;
  return [...parts, ...Array<string>(missing).fill('0')].slice(0, 4).join(':');
}

function sessionWords(seconds: number): string {
  return `You asked for more than the console does at once. Nothing was changed by this request. Try again in ${inWords(seconds)}.`;
}

function addressWords(seconds: number): string {
  return `Too much is asked from your network address. Nothing was changed by this request. Try again in ${inWords(seconds)}.`;
}

function inWords(seconds: number): string {
  return seconds === 1 ? '1 second' : `${String(seconds)} seconds`;
}
