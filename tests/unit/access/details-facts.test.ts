import { expect, it } from 'vitest';
import { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityFacts, recordFacts } from '@/lib/domain/access/details-facts';

function someMatrix(): AccessMatrix {
  const matrix = new AccessMatrix();
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
  });
});

it('tells by type what an entity may use, and leaves out types it has nothing to do with', () => {
  const matrix = someMatrix();
  const seen = (record: number, entity: number) => matrix.state(record, entity);
  expect(entityFacts(matrix, seen, matrix.entityIndex('10'))).toEqual([
    { recordType: 'Customer', granted: 1, existing: 2 },
    { recordType: 'Vendor', granted: 1, existing: 1 },
  ]);
});

it('goes by what the person sees where that is newer than the matrix', () => {
  const matrix = someMatrix();
  const record = matrix.recordIndex('Vendor', '1');
  const seen = () => 'denied' as const;
  expect(recordFacts(matrix, seen, record)).toEqual({ granted: [], denied: ['9', '10', '100'] });
});
