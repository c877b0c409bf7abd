import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenTrack, type GridTrack } from '@/components/grid/grid-track';
import { unevenTrack } from '@/components/grid/uneven-track';

const widths = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 });

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
  it('tells which one covers each px, whatever their widths', () => {
    fc.assert(
      fc.property(widths, (list) => {
        const track = unevenTrack(list);
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
      fc.property(widths, fc.integer({ min: 1, max: 900 }), fc.nat(5), (list, viewport, first) => {
        const track = unevenTrack(list);
        const from = Math.min(first, list.length);
        const seen = mostSeen(track, viewport, from);
        expect(track.mostIn(viewport, from)).toBeGreaterThanOrEqual(seen);
        expect(track.mostIn(viewport, from)).toBeLessThanOrEqual(seen + 1);
      }),
      { numRuns: 40 },
    );
  });

  it('says the same of columns of one width, told singly or together', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 200 }), fc.integer(), (count, width, offset) => {
        const [even, uneven] = [evenTrack(count, width), unevenTrack(Array<number>(count).fill(width))];
        expect([even.count, even.size, even.at(offset)]).toEqual([
          uneven.count,
          uneven.size,
          uneven.at(offset),
        ]);
        for (let index = 0; index <= count; index++) expect(even.start(index)).toBe(uneven.start(index));
      }),
    );
  });
});
