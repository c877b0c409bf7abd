import { expect, it } from 'vitest';
import { CellRemarks, remarksInTurn } from '@/components/access/cell-remarks';
import { AccessMatrix } from '@/lib/domain/access/matrix';

const cell = (recordId: string, entityId: string) => ({ recordType: 'Item', recordId, entityId });

function someRemarks() {
  const matrix = new AccessMatrix();
  for (const record of ['1', '2', '3'])
    for (const entity of ['10', '20']) matrix.add('Item', record, entity, entity === '10');
  return { matrix, remarks: new CellRemarks(matrix) };
}

it('keeps what is collected cell by cell, and drops it again', () => {
  const { remarks } = someRemarks();
  remarks.collect([{ cell: cell('1', '20'), wanted: true }]);
  remarks.collectOne(cell('2', '10'), false);
  expect([remarks.collectedAt(0, 1), remarks.collectedAt(1, 0), remarks.collectedAt(2, 0)]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(remarks.openCells()).toEqual([
    { record: 0, entity: 1 },
    { record: 1, entity: 0 },
  ]);
  remarks.collectOne(cell('1', '20'), undefined);
  remarks.collectOne(cell('9', '20'), true);
  expect(remarks.openCells()).toEqual([{ record: 1, entity: 0 }]);
});

it('counts what the person changed beyond the matrix, for a record, and for an entity among some records', () => {
  const { remarks } = someRemarks();
  const settled = (recordId: string, entityId: string, value: 'granted' | 'denied') =>
    ({ cell: cell(recordId, entityId), phase: 'settled', value, note: '', at: 0 }) as const;
  remarks.update(
    [settled('1', '20', 'granted'), settled('2', '20', 'granted'), settled('3', '10', 'denied')],
    [],
  );
  expect([0, 1, 2].map((record) => remarks.grantedMore(record))).toEqual([1, 1, -1]);
  const all = () => true;
  expect([remarks.grantedMoreTo(0, all), remarks.grantedMoreTo(1, all)]).toEqual([-1, 2]);
  expect(remarks.grantedMoreTo(1, (record) => record === 0)).toBe(1);
  remarks.update([], []);
  expect([remarks.grantedMore(0), remarks.grantedMoreTo(1, all)]).toEqual([0, 0]);
});

it('says what waits for a change set where nothing newer is to be said of it', () => {
  const { remarks } = someRemarks();
  remarks.waitOne(cell('1', '20'), true);
  remarks.waitOne(cell('2', '10'), false);
  remarks.update(
    [{ cell: cell('2', '10'), phase: 'pending', value: 'denied', note: 'Being changed.', at: 0 }],
    [],
  );
  expect(remarks.at(0, 1)).toEqual({
    value: undefined,
    mark: 'waiting',
    description: expect.stringContaining('access is to be given by your change set') as string,
  });
  expect(remarks.at(1, 0)?.mark).toBe('pending');
  expect([...remarks.openRecords()]).toEqual([1, 0]);
  expect(remarks.stateAt(0, 1)).toBe('denied');
  remarks.waitOne(cell('1', '20'), undefined);
  expect(remarks.at(0, 1)).toBeUndefined();
});

it('says of nothing that it waits for the value it has, or where there is no combination', () => {
  const { matrix, remarks } = someRemarks();
  remarks.waitOne(cell('1', '20'), true);
  matrix.add('Item', '1', '20', true); // as a newer document would have it, of which no event told
  expect([remarks.at(0, 1), remarks.openCells(), [...remarks.openRecords()]]).toEqual([undefined, [], []]);
  remarks.waitOne(cell('2', '20'), true);
  matrix.remove('Item', '2', '20');
  expect(remarks.at(1, 1)).toBeUndefined();
  remarks.waitOne(cell('3', '20'), true);
  remarks.update([{ cell: cell('3', '20'), phase: 'settled', value: 'granted', note: '', at: 0 }], []);
  expect(remarks.at(2, 1)?.mark).toBe('none');
});

it('keeps the records that were open with a newer matrix, until it is told to begin anew', () => {
  const { matrix } = someRemarks();
  const remarksOf = remarksInTurn();
  const remarks = remarksOf(matrix, 'here');
  remarks.waitOne(cell('2', '20'), true);
  remarks.waitOne(cell('3', '20'), true);
  remarks.openRecords();
  const newer = new AccessMatrix();
  for (const record of ['0', '1', '2']) newer.add('Item', record, '10', true);
  const next = remarksOf(newer, 'here');
  expect([...next.openRecords()]).toEqual([newer.recordIndex('Item', '2')]);
  expect([...remarksOf(matrix, 'elsewhere').openRecords()]).toEqual([]);
  const again = remarksOf(newer, 'elsewhere');
  again.waitOne(cell('2', '10'), false);
  again.openRecords();
  again.forgetOpened();
  expect([...remarksOf(matrix, 'elsewhere').openRecords()]).toEqual([]);
});
