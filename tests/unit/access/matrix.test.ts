import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessRow } from '@/lib/contract/access/access';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { AccessMatrix, popcount } from '@/lib/domain/access/matrix';

function matrixOf(rows: readonly AccessRow[]): GrowingMatrix {
  const matrix = new GrowingMatrix();
  for (const row of rows) matrix.add(row.recordType, row.recordId, row.entityId, row.accessible);
  return matrix;
}

const anyRow = fc.record({
  recordType: fc.constantFrom('Customer', 'Vendor', 'Item', 'Bank Account'),
  recordId: fc.oneof(
    fc.constantFrom("O'Brien", 'A/B', '50 %', '北京-01', '0', '00'),
    fc.string({ minLength: 1, maxLength: 8 }),
  ),
  entityId: fc.oneof(fc.integer({ min: 0, max: 80 }).map(String), fc.string({ minLength: 1, maxLength: 4 })),
  accessible: fc.boolean(),
});

describe('the access matrix', () => {
  it('answers for every assignment what the last row about it said, in any order of rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 400 }), (rows) => {
        const matrix = matrixOf(rows);
        const expected = new Map(
          rows.map((row) => [JSON.stringify([row.recordType, row.recordId, row.entityId]), row]),
        );
        expect(matrix.assignments).toBe(expected.size);
        for (const row of expected.values()) {
          const record = matrix.recordIndex(row.recordType, row.recordId);
          const entity = matrix.entityIndex(row.entityId);
          expect([matrix.recordType(record), matrix.recordId(record), matrix.entityId(entity)]).toEqual([
            row.recordType,
            row.recordId,
            row.entityId,
          ]);
          expect(matrix.state(record, entity)).toBe(row.accessible ? 'granted' : 'denied');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts what a record has, and nothing it does not have', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 300 }), (rows) => {
        const matrix = matrixOf(rows);
        let existing = 0;
        for (let record = 0; record < matrix.recordCount; record++) {
          const counts = matrix.countsOfRecord(record);
          const states = Array.from({ length: matrix.entityCount }, (_, entity) =>
            matrix.state(record, entity),
          );
          expect(counts.granted).toBe(states.filter((state) => state === 'granted').length);
          expect(counts.existing).toBe(states.filter((state) => state !== 'none').length);
          existing += counts.existing;
        }
        expect(existing).toBe(matrix.assignments);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps records apart that differ in type, case or blanks only', () => {
    const ids = ['a', 'A', 'a ', ' a'];
    const rows = ['Customer', 'customer'].flatMap((recordType) =>
      ids.map((recordId) => ({ recordType, recordId, entityId: '100', accessible: recordId === 'a' })),
    );
    const matrix = matrixOf(rows);
    expect(matrix.recordCount).toBe(8);
    expect(matrix.state(matrix.recordIndex('customer', 'A'), 0)).toBe('denied');
    expect(matrix.state(matrix.recordIndex('customer', 'a'), 0)).toBe('granted');
    expect(matrix.recordIndex('Customer', 'b')).toBe(-1);
    expect(matrix.recordIndex('Vendor', 'a')).toBe(-1);
    expect(matrix.cell(-1, -1)).toEqual({ recordType: '', recordId: '', entityId: '' });
  });

  it('reads the same cells whether the service lists by record or by entity', () => {
    const rows: AccessRow[] = [];
    for (let r = 0; r < 70; r++) {
      for (let e = 0; e < 70; e++) {
        rows.push({
          recordType: r % 2 === 0 ? 'Item' : 'Vendor',
          recordId: `I${String(r)}`,
          entityId: String(e),
          accessible: (r * e) % 3 === 0,
        });
      }
    }
    const byEntity = [...rows].sort((a, b) => Number(a.entityId) - Number(b.entityId));
    for (const matrix of [matrixOf(rows), matrixOf(byEntity)]) {
      matrix.trim();
      expect(matrix.assignments).toBe(4900);
      for (const row of rows) {
        const state = matrix.state(
          matrix.recordIndex(row.recordType, row.recordId),
          matrix.entityIndex(row.entityId),
        );
        expect(state).toBe(row.accessible ? 'granted' : 'denied');
      }
    }
  });

  it('takes new records and entities after it was trimmed', () => {
    const matrix = matrixOf([{ recordType: 'Item', recordId: '1', entityId: '100', accessible: true }]);
    matrix.trim();
    for (let i = 0; i < 100; i++) matrix.add('Item', String(i), String(i), i % 2 === 0);
    expect(matrix.state(matrix.recordIndex('Item', '99'), matrix.entityIndex('99'))).toBe('denied');
    expect(matrix.state(matrix.recordIndex('Item', '1'), matrix.entityIndex('100'))).toBe('granted');
  });

  it('takes another state of a cell, counts it, and says that something was written', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 60 }), fc.array(fc.nat()), (rows, writes) => {
        const matrix = matrixOf(rows);
        for (const at of writes) {
          const [record, entity] = [at % matrix.recordCount, at % matrix.entityCount];
          const wanted = (['none', 'denied', 'granted'] as const)[at % 3] ?? 'none';
          const [before, revision] = [matrix.state(record, entity), matrix.revision];
          matrix.set(record, entity, wanted);
          expect([matrix.state(record, entity), matrix.revision > revision]).toEqual([
            wanted,
            before !== wanted,
          ]);
        }
        const columns = matrix.columns();
        expect(matrix.assignments).toBe(AccessMatrix.fromColumns(columns).assignments);
        columns.granted.forEach((word, at) => expect(word & ~(columns.exists[at] ?? 0)).toBe(0));
      }),
      { numRuns: 100 },
    );
  });

  it('forgets an assignment that is taken away, and takes it again', () => {
    const matrix = matrixOf([{ recordType: 'Item', recordId: '1', entityId: '100', accessible: true }]);
    matrix.remove('Item', '1', '100');
    matrix.remove('Item', '1', '999');
    expect([matrix.state(0, 0), matrix.assignments]).toEqual(['none', 0]);
    matrix.add('Item', '1', '100', false);
    expect([matrix.state(0, 0), matrix.assignments]).toEqual(['denied', 1]);
  });

  it('counts bits of every word as a loop over them would', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (word) => {
        expect(popcount(word)).toBe(word.toString(2).replaceAll('0', '').length);
      }),
    );
    expect(popcount(-1)).toBe(32);
  });
});
