import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { LastKnownValues } from '@/lib/domain/access/last-known-values';
import { matrixDifferences, valueOf, type CellDifference } from '@/lib/domain/access/matrix-differences';
import { onPushOrNightly } from '@/tests/support/run/nightly';

type Row = [recordType: string, recordId: string, entityId: string, accessible: boolean];

function matrixOf(rows: readonly Row[]): AccessMatrix {
  const matrix = new GrowingMatrix();
  for (const row of rows) matrix.add(...row);
  return matrix;
}

const differences = (before: AccessMatrix, after: AccessMatrix): CellDifference[] =>
  [...matrixDifferences(before, after)].flat();

const keyOf = ([recordType, recordId, entityId]: readonly unknown[]): string =>
  JSON.stringify([recordType, recordId, entityId]);

/** The same question, asked row by row. */
function expectedOf(before: readonly Row[], after: readonly Row[]): Map<string, string> {
  const valuesOf = (rows: readonly Row[]) => new Map(rows.map((row) => [keyOf(row), row[3]]));
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const keys = new Set([...old.keys(), ...now.keys()]);
  const pairs = [...keys].map((key) => [key, old.get(key) ?? null, now.get(key) ?? null] as const);
  return new Map(pairs.flatMap(([key, a, b]) => (a === b ? [] : [[key, `${String(a)} ${String(b)}`]])));
}

const anyRow: fc.Arbitrary<Row> = fc.tuple(
  fc.constantFrom('Customer', 'Vendor', 'Item'),
  fc.oneof(fc.integer({ min: 0, max: 12 }).map(String), fc.string({ minLength: 1, maxLength: 3 })),
  fc.oneof(fc.integer({ min: 0, max: 70 }).map(String), fc.string({ minLength: 1, maxLength: 3 })),
  fc.boolean(),
);

describe('the differences of two matrices', () => {
  it('are exactly those of the rows, in whatever order either was listed', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 200, size: 'max' }),
        fc.array(anyRow, { maxLength: 200, size: 'max' }),
        fc.boolean(),
        (first, second, isGrown) => {
          const after = isGrown ? [...first, ...second] : second;
          const found = differences(matrixOf(first), matrixOf(after));
          const told = found.map(({ cell, before, after: now }): [string, string] => [
            keyOf([cell.recordType, cell.recordId, cell.entityId]),
            `${String(before)} ${String(now)}`,
          ]);
          expect(told).toHaveLength(new Map(told).size);
          expect(new Map(told)).toEqual(expectedOf(first, after));
        },
      ),
      { numRuns: onPushOrNightly(500, 10_000) },
    );
  });

  it('are none where a service lists the same rows by record and then by entity', () => {
    const rows: Row[] = [];
    for (let record = 0; record < 80; record++)
      for (let entity = 0; entity < 80; entity++)
        rows.push(['Item', `I${String(record)}`, String(entity), (record * entity) % 3 === 0]);
    const byEntity = [...rows].sort((a, b) => Number(b[2]) - Number(a[2]));
    expect(differences(matrixOf(rows), matrixOf(byEntity))).toEqual([]);
  });

  it('come in several parts, so that a large comparison lets others have their turn', () => {
    const matrix = new GrowingMatrix();
    for (let record = 0; record < 3_000; record++)
      for (let entity = 0; entity < 200; entity++)
        matrix.add('Item', String(record), String(entity), entity % 2 === 0);
    const other = GrowingMatrix.fromColumns(matrix.columns());
    other.add('Item', '2999', '199', true);
    other.remove('Item', '0', '0');
    const parts = [...matrixDifferences(matrix, other)];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flat()).toEqual([
      { cell: { recordType: 'Item', recordId: '0', entityId: '0' }, before: true, after: null },
      { cell: { recordType: 'Item', recordId: '2999', entityId: '199' }, before: false, after: true },
    ]);
    expect(valueOf(other, { recordType: 'Item', recordId: '2999', entityId: '199' })).toBe(true);
    expect(valueOf(other, { recordType: 'Item', recordId: 'x', entityId: '199' })).toBeNull();
  });
});

describe('what is last known of some cells', () => {
  it('is contradicted by a matrix exactly where it says something else than was recorded last', () => {
    const told = fc.array(fc.tuple(anyRow, fc.constantFrom(true, false, null)), {
      maxLength: 120,
      size: 'max',
    });
    fc.assert(
      fc.property(told, fc.array(anyRow, { maxLength: 200, size: 'max' }), (tellings, rows) => {
        const known = new LastKnownValues();
        const last = new Map<string, { cell: CellDifference['cell']; value: boolean | null }>();
        for (const [row, value] of tellings) {
          const cell = { recordType: row[0], recordId: row[1], entityId: row[2] };
          known.record(cell, value);
          last.set(keyOf(row), { cell, value });
        }
        const matrix = matrixOf(rows);
        const expected = [...last.values()]
          .map(({ cell, value }) => ({ cell, before: value, after: valueOf(matrix, cell) }))
          .filter(({ before, after }) => before !== after);
        const found = [...known.contradictedBy(matrix)].flat();
        expect(found).toHaveLength(expected.length);
        expect(found).toEqual(expect.arrayContaining(expected));
      }),
      { numRuns: 300 },
    );
  });
});
