import { describe, expect, it } from 'vitest';
import { secondsUntilRetry } from '@/components/ui/feedback/problem-view';

describe('the seconds until the page tries again', () => {
  const failed = { failedAt: 10_000, everyMs: 3_000, isTrying: false };

  it('count from the failure, not from when the panel came up', () => {
    expect([10_000, 10_001, 11_000, 12_500, 13_000].map((now) => secondsUntilRetry(failed, now))).toEqual([
      3, 3, 2, 1, 0,
    ]);
    expect(secondsUntilRetry({ ...failed, failedAt: 12_000 }, 12_500)).toBe(3);
  });

  it('never leave the pause, and are over while it is trying', () => {
    expect(secondsUntilRetry(failed, 9_000)).toBe(3);
    expect(secondsUntilRetry(failed, 60_000)).toBe(0);
    expect(secondsUntilRetry({ ...failed, isTrying: true }, 10_000)).toBe(0);
  });
});
