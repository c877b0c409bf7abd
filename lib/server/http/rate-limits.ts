import 'server-only';
import { isIPv6 } from 'node:net';
import { plural } from '@/lib/domain/counted';
import { ConsoleError } from '@/lib/server/console-error';
import { RecentMap } from '@/lib/server/recent-map';

export type LimitKind = 'sign-in' | 'change' | 'export';

interface Limit {
  burst: number;
  perSecond: number;
}

/** Limits of each replica, which protect the console from one caller. An office may share one address. */
export const rateLimits: Record<LimitKind, { session: Limit; address: Limit }> = {
  'sign-in': { session: { burst: 60, perSecond: 1 }, address: { burst: 120, perSecond: 2 } },
  change: { session: { burst: 300, perSecond: 20 }, address: { burst: 1_200, perSecond: 80 } },
  export: { session: { burst: 120, perSecond: 2 }, address: { burst: 480, perSecond: 8 } },
};

/** A session, the signed-in people of an address, or its other callers. */
export type LimitScope = 'session' | 'address' | 'stranger';

const mostBuckets = 20_000;

interface Bucket {
  left: number;
  at: number;
}

/** Counts requests in bounded memory: it forgets the least recent caller first. */
export class RateLimits {
  readonly #buckets = new RecentMap<string, Bucket>(mostBuckets);
  readonly #now: () => number;

  /** @param now milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts one request. @throws ConsoleError `rate-limited` with the seconds to wait. */
  take(kind: LimitKind, scope: LimitScope, who: string): void {
    const { burst, perSecond } = rateLimits[kind][scope === 'session' ? 'session' : 'address'];
    const key = `${kind} ${scope} ${scope === 'session' ? who : networkOf(who)}`;
    const now = this.#now();
    const before = this.#buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * perSecond);
    this.#buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now });
    if (left >= 1) return;
    const seconds = Math.ceil((1 - left) / perSecond);
    const why =
      scope === 'session'
        ? 'You asked for more than the console does at once.'
        : 'Too much is asked from your network address.';
    throw new ConsoleError(
      'rate-limited',
      `${why} Nothing was changed by this request. Try again in ${String(seconds)} ${plural(seconds, 'second', 'seconds')}.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** The /64 network of an IPv6 address, which one caller usually owns (RFC 6177). */
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
