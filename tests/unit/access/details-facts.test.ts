import { expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityFacts, pendingInWords, recordFacts } from '@/lib/domain/access/details-facts';

function someMatrix(): AccessMatrix {
  const matrix = new GrowingMatrix();
  matrix.add('Vendor', '1', '10', true);
  matrix.add('Vendor', '1', '9', true);
  matrix.add('Vendor', '1', '100', false);
  matrix.add('Customer', '7', '10', false);
  matrix.add('Customer', '8', '10', true);
  matrix.add('Item', 'A', '9', true);
  return matrix;
}

it('tells which entities may use a record, in natural order', () => {
  const matrix = someMatrix();
  const seen = (record: number, entity: number) => matrix.state(record, entity);
  expect(recordFacts(matrix, seen, matrix.recordIndex('Vendor', '1'))).toEqual({
    granted: ['9', '10'],
    denied: ['100'],
    unconfirmed: [],
    none: [],
  });
  expect(recordFacts(matrix, seen, matrix.recordIndex('Item', 'A'))).toMatchObject({
    granted: ['9'],
    none: ['10', '100'],
  });
});

it('tells by type what an entity may use, and leaves out types it has nothing to do with', () => {
  const matrix = someMatrix();
  const seen = (record: number, entity: number) => matrix.state(record, entity);
  expect(entityFacts(matrix, seen, matrix.entityIndex('10'))).toEqual([
    { recordType: 'Customer', granted: 1, denied: 1, unconfirmed: 0 },
    { recordType: 'Vendor', granted: 1, denied: 0, unconfirmed: 0 },
  ]);
});

it('goes by what the person sees where that is newer than the matrix', () => {
  const matrix = someMatrix();
  const record = matrix.recordIndex('Vendor', '1');
  const seen = () => 'denied' as const;
  expect(recordFacts(matrix, seen, record)).toEqual({
    granted: [],
    denied: ['9', '10', '100'],
    unconfirmed: [],
    none: [],
  });
});

it('counts what is not confirmed neither as access nor as none', () => {
  const matrix = someMatrix();
  const [record, entity] = [matrix.recordIndex('Vendor', '1'), matrix.entityIndex('10')];
  const seen = (row: number, column: number) =>
    row === record && column === entity ? 'unconfirmed' : matrix.state(row, column);
  expect(recordFacts(matrix, seen, record)).toEqual({
    granted: ['9'],
    denied: ['100'],
    unconfirmed: ['10'],
    none: [],
  });
  expect(entityFacts(matrix, seen, entity)).toEqual([
    { recordType: 'Customer', granted: 1, denied: 1, unconfirmed: 0 },
    { recordType: 'Vendor', granted: 0, denied: 0, unconfirmed: 1 },
  ]);
});

it('names every state that it counts', () => {
  expect(pendingInWords(1)).toMatch(/^1 of these is marked in the matrix: .*waiting.*not changed/);
  expect(pendingInWords(2)).toMatch(/^2 of these are marked in the matrix/);
});
