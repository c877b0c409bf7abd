import { expect, it } from 'vitest';
import { backoffMs } from '@/lib/domain/backoff';

it('doubles with each failure in a row, up to the longest pause', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 1_000].map((n) => backoffMs(n, { firstMs: 100, longestMs: 500 }));
  expect(pauses).toEqual([100, 100, 200, 400, 500, 500, 500]);
});
