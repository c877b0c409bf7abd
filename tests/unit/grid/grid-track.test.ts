import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenTrack, type GridTrack } from '@/components/grid/grid-track';

/** How many columns, and px of each. */
const [counts, widths] = [fc.nat(40), fc.integer({ min: 1, max: 300 })];

/** How many can be seen at once at most, by trying every place of the view. */
function mostSeen(track: GridTrack, viewport: number, first: number): number {
  let most = 0;
  for (let offset = track.start(first); offset < track.size; offset++) {
    const last = Math.min(track.size, offset + viewport);
    most = Math.max(most, track.at(last - 1) - track.at(offset) + 1);
  }
  return most;
}

describe('where the columns of a grid lie', () => {
  it('tells which one covers each px', () => {
    fc.assert(
      fc.property(counts, widths, (count, each) => {
        const list = Array<number>(count).fill(each);
        const track = evenTrack(count, each);
        const owners = list.flatMap((width, index) => Array<number>(width).fill(index));
        expect(track.size).toBe(owners.length);
        owners.forEach((owner, px) => expect(track.at(px)).toBe(owner));
        list.forEach((width, index) => {
          expect(track.start(index + 1) - track.start(index)).toBe(width);
          expect(track.width(index)).toBe(width);
        });
        expect(track.at(-5)).toBe(list.length === 0 ? -1 : 0);
        expect(track.at(track.size + 5)).toBe(list.length - 1);
      }),
      { numRuns: 40 },
    );
  });

  it('has slots for all that can be seen at once, from a column on', () => {
    fc.assert(
      fc.property(
        counts,
        widths,
        fc.integer({ min: 1, max: 900 }),
        fc.nat(5),
        (count, each, viewport, first) => {
          const track = evenTrack(count, each);
          const from = Math.min(first, count);
          const seen = mostSeen(track, viewport, from);
          expect(track.mostIn(viewport, from)).toBeGreaterThanOrEqual(seen);
        },
      ),
      { numRuns: 40 },
    );
  });
});
