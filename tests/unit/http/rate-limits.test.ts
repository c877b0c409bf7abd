import { describe, expect, it } from 'vitest';
import { rateLimits, RateLimits, type LimitKind } from '@/lib/server/http/rate-limits';

/** Limits on a clock moved by hand. */
function onHandClock() {
  const clock = { ms: 1_000 };
  const limits = new RateLimits(() => clock.ms);
  const served = (kind: LimitKind, scope: 'session' | 'address', who: string): boolean => {
    try {
      limits.take(kind, scope, who);
      return true;
    } catch {
      return false;
    }
  };
  const servedOf = (tries: number, kind: LimitKind, scope: 'session' | 'address', who: string): number =>
    Array.from({ length: tries }, () => served(kind, scope, who)).filter(Boolean).length;
  return { clock, limits, served, servedOf };
}

const kinds = Object.keys(rateLimits) as LimitKind[]; // the record's own keys
const scopes = ['session', 'address'] as const;

describe.each(kinds)('the limit of %s', (kind) => {
  it.each(scopes)('by %s lets a burst through, then as many as come back with time', (scope) => {
    const { clock, servedOf } = onHandClock();
    const { burst, perSecond } = rateLimits[kind][scope];
    expect(servedOf(burst * 3, kind, scope, 'a')).toBe(burst);
    clock.ms += 1_000;
    expect(servedOf(burst * 3, kind, scope, 'a')).toBe(perSecond);
    clock.ms += 10_000;
    expect(servedOf(burst * 3, kind, scope, 'a')).toBe(Math.min(burst, perSecond * 10));
    clock.ms += 86_400_000;
    expect(servedOf(burst * 3, kind, scope, 'a')).toBe(burst);
  });

  it('leaves other callers, the other count and the other kinds alone', () => {
    const { served, servedOf } = onHandClock();
    servedOf(rateLimits[kind].session.burst * 2, kind, 'session', 'a');
    expect(served(kind, 'session', 'a')).toBe(false);
    expect(served(kind, 'session', 'b')).toBe(true);
    expect(served(kind, 'address', 'a')).toBe(true);
    for (const other of kinds.filter((one) => one !== kind)) expect(served(other, 'session', 'a')).toBe(true);
  });
});

describe('who is over a limit', () => {
  it('is told when to come again, and is served then', () => {
    const { clock, limits, served, servedOf } = onHandClock();
    servedOf(rateLimits.export.session.burst, 'export', 'session', 'a');
    expect(() => {
      limits.take('export', 'session', 'a');
    }).toThrow(
      expect.objectContaining({
        code: 'rate-limited',
        retryAfterSeconds: 1,
        message: expect.stringMatching(/Nothing was changed.*Try again in 1 second\.$/) as string,
      }) as Error,
    );
    clock.ms += 1_000;
    expect(served('export', 'session', 'a')).toBe(true);
  });

  it('does not push the time back by asking all the while', () => {
    const { clock, served, servedOf } = onHandClock();
    servedOf(rateLimits['sign-in'].session.burst, 'sign-in', 'session', 'a');
    const outcomes = Array.from({ length: 50 }, () => {
      clock.ms += 20;
      return served('sign-in', 'session', 'a');
    });
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('cannot get round an address limit by the many addresses of one IPv6 network', () => {
    const { served, servedOf } = onHandClock();
    const { burst } = rateLimits['sign-in'].address;
    for (let at = 0; at < burst; at++) served('sign-in', 'address', `2001:db8:1:2::${at.toString(16)}`);
    expect(served('sign-in', 'address', '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(false);
    expect(served('sign-in', 'address', '2001:0DB8:0001:0002::1')).toBe(false);
    expect(served('sign-in', 'address', '2001:db8:1:3::1')).toBe(true);
    expect(servedOf(1, 'sign-in', 'address', '203.0.113.9')).toBe(1);
  });
});

describe('the memory of the limits', () => {
  it('holds 20,000 callers: the one unseen for longest is forgotten, the others are not', () => {
    const { served, servedOf } = onHandClock();
    servedOf(rateLimits.change.session.burst, 'change', 'session', 'the first');
    for (let at = 0; at < 19_999; at++) served('change', 'session', `caller ${String(at)}`);
    expect(served('change', 'session', 'the first')).toBe(false); // and so was seen just now
    for (let at = 0; at < 100_000; at++) {
      served('change', 'session', `other ${String(at)}`);
      if (at % 10_000 === 0) expect(served('change', 'session', 'the first')).toBe(false);
    }
    for (let at = 0; at < 20_000; at++) served('change', 'session', `more ${String(at)}`);
    expect(served('change', 'session', 'the first')).toBe(true);
  });
});
