import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstInPool,
  offsetToShow,
  poolSize,
  scrollScale,
  tallestScroll,
} from '@/components/grid/grid-window';

describe('the window of a grid', () => {
  it('covers the view at every offset with the same number of slots', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (viewport, size, count, overscan, at) => {
          const offset = at * Math.max(0, count * size - viewport);
          const pool = poolSize(viewport, size, overscan);
          const first = firstInPool(Math.floor(offset / size), count, pool, overscan);
          const firstSeen = Math.floor(offset / size);
          const lastSeen = Math.min(count, Math.ceil((offset + viewport) / size)) - 1;
          expect(first).toBeGreaterThanOrEqual(0);
          if (count > 0) expect(first).toBeLessThanOrEqual(Math.max(0, firstSeen));
          expect(first + pool - 1).toBeGreaterThanOrEqual(lastSeen);
        },
      ),
    );
  });

  it('scrolls content that a browser can hold one to one', () => {
    const scale = scrollScale(100_000 * 32, 800);
    expect(scale.height).toBe(3_200_000);
    expect(scale.toContent(123_456)).toBe(123_456);
    expect(scale.toScroll(123_456)).toBe(123_456);
  });

  it('reaches both ends of content that is taller than a browser can hold', () => {
    const content = 2_000_000 * 32;
    const scale = scrollScale(content, 800);
    expect(scale.height).toBe(tallestScroll);
    expect(scale.toContent(0)).toBe(0);
    expect(scale.toContent(tallestScroll - 800)).toBe(content - 800);
    expect(scale.toContent(scale.toScroll(40_000_000))).toBe(40_000_000);
  });

  it('scrolls no further than a row needs to be wholly seen', () => {
    expect(offsetToShow(100, 320, 128, 32)).toBe(100);
    expect(offsetToShow(100, 320, 64, 32)).toBe(64);
    expect(offsetToShow(100, 320, 416, 32)).toBe(128);
    expect(offsetToShow(0, 20, 0, 32)).toBe(12);
  });
});
