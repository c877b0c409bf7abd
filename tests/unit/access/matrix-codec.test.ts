import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { decodeMatrix, encodeMatrix, MatrixFormatError } from '@/lib/domain/access/matrix-codec';

const status: MatrixStatus = {
  version: 'x-1',
  ledgerSeq: 7,
  complete: true,
  loading: false,
  assignments: 0,
  arrived: 0,
  records: 0,
  entities: 0,
  asOf: '2026-11-15T10:00:00.000Z',
  problem: null,
  unknown: [{ recordType: 'Customer', recordId: "O'Brien & 50 % 北京", entityId: '100' }],
  doubt: null,
  outside: { count: 3, cells: [{ recordType: 'Customer', recordId: '10000', entityId: '100' }] },
};

const anyCell = fc.tuple(
  fc.constantFrom('Customer', 'Vendor', 'Ünïcode'),
  fc.oneof(fc.string({ minLength: 1, maxLength: 250 }), fc.constantFrom('"', '\\', '\n', '😀', "'")),
  fc.integer({ min: 0, max: 130 }).map(String),
  fc.boolean(),
);

const keysOf = (matrix: AccessMatrix) => [
  matrix.entityIds,
  matrix.recordIds().map((id, record) => [matrix.recordType(record), id]),
];

describe('the columnar document', () => {
  it('gives back the matrix and the status it was made of', () => {
    fc.assert(
      fc.property(fc.array(anyCell, { maxLength: 200 }), (cells) => {
        const matrix = new GrowingMatrix();
        for (const cell of cells) matrix.add(...cell);
        const decoded = decodeMatrix(encodeMatrix(matrix, status).buffer);
        expect(decoded.status).toEqual(status);
        expect(decoded.matrix.assignments).toBe(matrix.assignments);
        expect(keysOf(decoded.matrix)).toEqual(keysOf(matrix));
        for (const [recordType, recordId, entityId] of cells) {
          const [record, entity] = [
            decoded.matrix.recordIndex(recordType, recordId),
            decoded.matrix.entityIndex(entityId),
          ];
          expect(decoded.matrix.state(record, entity)).toBe(
            matrix.state(matrix.recordIndex(recordType, recordId), matrix.entityIndex(entityId)),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is refused when it is cut anywhere, longer than itself, or something else', () => {
    const matrix = new GrowingMatrix();
    for (let i = 0; i < 50; i++) matrix.add('Item', `I${String(i)}`, String(i % 7), i % 3 === 0);
    const whole = encodeMatrix(matrix, status);
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeMatrix(whole.slice(0, length).buffer)).toThrow(MatrixFormatError);
    }
    expect(() => decodeMatrix(new Uint8Array([...whole, 0]).buffer)).toThrow(MatrixFormatError);
    expect(() =>
      decodeMatrix(new TextEncoder().encode('<!doctype html><title>Sign in</title>').buffer),
    ).toThrow(MatrixFormatError);
  });

  it('needs under half a byte an assignment before compression', () => {
    const matrix = new GrowingMatrix();
    for (let r = 0; r < 2_000; r++)
      for (let e = 0; e < 100; e++)
        matrix.add('Customer', `C${String(r).padStart(6, '0')}`, String(e), r % 2 === 0);
    expect(encodeMatrix(matrix, status).length / matrix.assignments).toBeLessThan(0.5);
  });
});
