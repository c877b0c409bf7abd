import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignmentDifferences,
  carryOver,
  compareMatrices,
  differsBy,
  type AssignmentDifference,
} from '@/lib/domain/access/change/matrix-comparison';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { valueOf } from '@/lib/domain/access/matrix-differences';

type Row = readonly [type: string, record: string, entity: string, accessible: boolean];

function matrixOf(rows: readonly Row[]): AccessMatrix {
  const matrix = new GrowingMatrix();
  for (const row of rows) matrix.add(...row);
  return matrix;
}

const all = { types: [], entityIds: [] };
const ids = (matrix: AccessMatrix, records: readonly number[]) =>
  records.map((record) => matrix.recordId(record));

describe('two companies', () => {
  const from = matrixOf([
    ['Customer', 'A', '100', true],
    ['Customer', 'A', '200', false],
    ['Customer', 'A', '300', true],
    ['Customer', 'B', '100', true],
    ['Vendor', 'V', '100', true],
    ['Vendor', 'V', '900', true],
  ]);
  const to = matrixOf([
    ['Vendor', 'V', '200', true],
    ['Vendor', 'V', '100', true],
    ['Customer', 'C', '100', true],
    ['Customer', 'A', '200', true],
    ['Customer', 'A', '100', false],
  ]);

  it('are matched by code, whatever the order in which each lists them', () => {
    const { records, entities, counts, same, differing, entitiesOf } = compareMatrices(from, to, all);
    expect([records.both, ids(from, records.onlyFrom), ids(to, records.onlyTo)]).toEqual([2, ['B'], ['C']]);
    expect([entities.both, entities.onlyTo, entities.onlyFrom.map((one) => from.entityId(one))]).toEqual([
      2,
      [],
      ['300', '900'],
    ]);
    expect(counts).toEqual({ 'from-gives': 1, 'to-gives': 1, 'only-from': 0, 'only-to': 1 });
    expect(same).toBe(1);
    expect(ids(from, differing.map((one) => one.from))).toEqual(['A', 'V']); // prettier-ignore
    const [first] = differing;
    expect(first && entitiesOf(first)['from-gives'].map((one) => from.entityId(one))).toEqual(['100']);
  });

  it('are compared within a filter alone', () => {
    const { counts, records, entities } = compareMatrices(from, to, {
      types: ['Customer'],
      entityIds: ['100', '900'],
    });
    expect(counts).toEqual({ 'from-gives': 1, 'to-gives': 0, 'only-from': 0, 'only-to': 0 });
    expect([records.both, entities.both, entities.onlyFrom.length]).toEqual([1, 1, 1]);
  });

  it('carry over what one gives, and remove only where that is asked for', () => {
    const found = compareMatrices(from, to, all);
    const give = { cell: { recordType: 'Customer', recordId: 'A', entityId: '100' }, wanted: true };
    expect(carryOver(found, false, 10).changes).toEqual([give]);
    const { changes, isCut } = carryOver(found, true, 10);
    expect([changes.length, isCut, changes[1]?.wanted]).toEqual([2, false, false]);
    expect(carryOver(found, true, 1)).toMatchObject({ isCut: true, changes: [give] });
  });
});

it('says of each assignment what both matrices say', () => {
  const codes = fc.constantFrom(...Array.from({ length: 70 }, (_, at) => `E${String(at)}`));
  const row = fc.tuple(
    fc.constantFrom('Customer', 'Item'),
    fc.constantFrom('1', '2', '3'),
    codes,
    fc.boolean(),
  );
  const rows = fc.array(row, { maxLength: 150 });
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const [from, to] = [matrixOf(some), matrixOf(others)];
      const { counts, same, differing, entitiesOf, givenOnlyFrom } = compareMatrices(from, to, all);
      const wanted = { same: 0, given: 0, found: [] as string[] };
      for (let record = 0; record < from.recordCount; record++)
        for (const entityId of from.entityIds) {
          const cell = { ...from.cell(record, -1), entityId };
          if (to.recordIndex(cell.recordType, cell.recordId) < 0 || to.entityIndex(entityId) < 0) continue;
          const [a, b] = [valueOf(from, cell), valueOf(to, cell)];
          if (a === b) wanted.same += Number(a !== null);
          else wanted.found.push(`${kindOf(a, b)} ${cell.recordType} ${cell.recordId} ${entityId}`);
          if (a === true && b === null) wanted.given++;
        }
      const found = differing.flatMap((record) => {
        const lists = entitiesOf(record);
        return assignmentDifferences.flatMap((kind) => {
          expect(lists[kind].length > 0).toBe(differsBy(record, kind));
          return lists[kind].map((entity) => {
            const { recordType, recordId, entityId } = from.cell(record.from, entity);
            return `${kind} ${recordType} ${recordId} ${entityId}`;
          });
        });
      });
      expect(found.sort()).toEqual(wanted.found.sort());
      expect([same, givenOnlyFrom]).toEqual([wanted.same, wanted.given]);
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(wanted.found.length);
    }),
  );
});

function kindOf(from: boolean | null, to: boolean | null): AssignmentDifference {
  if (to === null) return 'only-from';
  if (from === null) return 'only-to';
  return from ? 'from-gives' : 'to-gives';
}

it('compares 100,000 records and 200 entities, in another order', () => {
  const made = (order: readonly number[], isOther: boolean) => {
    const matrix = new GrowingMatrix();
    for (let record = 0; record < 100_000; record++)
      for (const entity of order)
        matrix.add(
          'Item',
          String(record),
          String(entity),
          (record + entity) % 3 === 0 || (isOther && entity === 7),
        );
    return matrix;
  };
  const order = Array.from({ length: 200 }, (_, at) => at);
  const [from, to] = [made(order, false), made([...order].reverse(), true)];
  const { same, counts, differing } = compareMatrices(from, to, all);
  expect(counts['to-gives']).toBe(66_667);
  expect([same, differing.length]).toEqual([20_000_000 - 66_667, 66_667]);
}, 60_000);
