import { describe, expect, it } from 'vitest';
import {
  retryMs,
  mayRepeat,
  retryAfterMs,
  retryPolicy,
  throttleMs,
} from '@/lib/server/upstream/transport/retry';
import type { TryOutcome } from '@/lib/server/upstream/transport/retry';

describe('what may be repeated', () => {
  const answer = (status: number): TryOutcome => ({ kind: 'answer', status });
  it.each<['GET' | 'POST', TryOutcome, boolean]>([
    ['GET', answer(429), true],
    ['GET', answer(502), true],
    ['GET', answer(503), true],
    ['GET', { kind: 'network', sent: true }, true],
    ['GET', answer(500), false],
    ['GET', answer(504), false],
    ['GET', answer(404), false],
    ['POST', answer(429), true],
    ['POST', { kind: 'network', sent: false }, true],
    ['POST', { kind: 'network', sent: true }, false],
    ['POST', answer(502), false],
    ['POST', answer(503), false],
  ])('%s after %j: %s', (method, outcome, repeat) => {
    expect(mayRepeat(method, outcome, 1)).toBe(repeat);
  });

  it('ends', () => {
    expect(mayRepeat('GET', answer(503), retryPolicy.attempts)).toBe(false);
    expect(mayRepeat('GET', answer(429), retryPolicy.throttledAttempts)).toBe(false);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 15, 12, 0, 0);
  it.each<[string | null, string | null, number | null]>([
    [' 1.5 ', null, 1500],
    ['Sun, 15 Nov 2026 12:00:09 GMT', null, 9000],
    ['Sunday, 15-Nov-26 12:00:09 GMT', null, 9000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', null, 0],
    // Their clock is an hour ahead of ours; the wait is the difference on their clock.
    ['Sun, 15 Nov 2026 13:00:20 GMT', 'Sun, 15 Nov 2026 13:00:00 GMT', 20_000],
    ['300', null, 300_000],
    ['301', null, null],
    ['Fri, 31 Dec 9999 23:59:59 GMT', null, null],
    ['-5', null, null],
    ['soon', null, null],
    ['Sun, 99 Nov 2026 12:00:00 GMT', null, null],
    [null, null, null],
  ])('%s with Date %s is %s ms', (header, date, wait) => {
    expect(retryAfterMs(header, date, now)).toBe(wait);
  });
});

describe('delays', () => {
  it('double up to their limit and spread from nothing to the whole', () => {
    expect([1, 2, 3, 4, 50].map((attempt) => retryMs(attempt, () => 1))).toEqual([
      250, 500, 1000, 2000, 10_000,
    ]);
    expect(retryMs(3, () => 0)).toBe(0);
  });

  it('after a 429 are never less than half', () => {
    expect([1, 2, 3, 50].map((row) => throttleMs(row, () => 0))).toEqual([500, 1000, 2000, 15_000]);
  });
});
