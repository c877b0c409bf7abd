import { expect, it } from 'vitest';
import { labelsOf } from '@/components/access/overview/overview-places';
import type { Band } from '@/lib/domain/access/filter/bands';

/** Rows of each record type, 1 px high. */
function map(counts: Record<string, number>) {
  const bands = Object.entries(counts).map(
    ([recordType, count]) => ({ recordType, records: new Uint32Array(count) }) as unknown as Band, // all that is asked of one
  );
  const rows = Object.values(counts).reduce((sum, count) => sum + count);
  const blocks = {
    columns: 1,
    rows,
    cellColumns: 1,
    cellRows: rows,
    granted: new Uint8Array(),
    existing: new Uint8Array(),
  };
  return { bands, blocks, size: { width: 1, height: 1 } };
}

it('names the types of a map where they begin, one below the other, and none far from its records', () => {
  const { bands, blocks, size } = map({ A: 14, B: 400, C: 12, D: 19, E: 2, F: 1 });
  expect(labelsOf(bands, blocks, size)).toEqual([
    { recordType: 'A', first: 0, top: 0, lines: 1 },
    { recordType: 'B', first: 14, top: 14, lines: 2 },
    { recordType: 'C', first: 414, top: 414, lines: 1 },
    { recordType: 'D', first: 426, top: 428, lines: 1 },
  ]);
});
