import { expect, it } from 'vitest';
import { AnnotatedCells, waitingFor, type CellNote } from '@/lib/client/matrix/annotated-cells';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { CellState } from '@/lib/domain/access/matrix';

const cell = (recordId: string, entityId: string) => ({ recordType: 'Item', recordId, entityId });
const note = (phase: CellNote['phase'], value?: CellState, words = ''): CellNote => ({
  phase,
  ...(value !== undefined && { value }),
  words,
});

/** Three items, of which entity 10 may use all and entity 20 none. */
function someCells() {
  const matrix = new GrowingMatrix();
  for (const record of ['1', '2', '3'])
    for (const entity of ['10', '20']) matrix.add('Item', record, entity, entity === '10');
  const cells = new AnnotatedCells();
  cells.setMatrix(matrix);
  return { matrix, cells };
}

it('keeps what is staged cell by cell, and drops it again', () => {
  const { cells } = someCells();
  cells.setStaged(cell('1', '20'), true);
  cells.setStaged(cell('2', '10'), false);
  expect([cells.stagedAt(0, 1), cells.stagedAt(1, 0), cells.stagedAt(2, 0)]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(cells.pendingCells()).toEqual([
    { record: 0, entity: 1 },
    { record: 1, entity: 0 },
  ]);
  cells.setStaged(cell('1', '20'), undefined);
  cells.setStaged(cell('9', '20'), true);
  expect(cells.pendingCells()).toEqual([{ record: 1, entity: 0 }]);
});

it('writes what the service has to the matrix, and what is only on its way not', () => {
  const { matrix, cells } = someCells();
  cells.setHeard(cell('1', '20'), { value: 'granted', seq: 5 });
  cells.setHeard(cell('2', '20'), { value: 'none', seq: 5 });
  cells.setNote(cell('3', '20'), note('pending', 'granted'));
  expect([0, 1, 2].map((record) => matrix.state(record, 1))).toEqual(['granted', 'none', 'denied']);
  expect([0, 1, 2].map((record) => cells.stateAt(record, 1))).toEqual(['granted', 'none', 'granted']);
  expect(matrix.countsOfRecord(0)).toEqual({ granted: 2, existing: 2 });
  cells.setHeard(cell('1', '20'), undefined);
  expect(cells.stateAt(0, 1)).toBe('granted'); // a document has it now
});

it('says what waits for a change set, and shows the value as it is', () => {
  const { cells } = someCells();
  cells.setNote(cell('1', '20'), waitingFor('set', true));
  expect(cells.annotationAt(0, 1)).toEqual({
    mark: 'waiting',
    words: expect.stringContaining('To be given by your change set') as string,
  });
  expect([...cells.pendingRecords()]).toEqual([0]);
  expect([cells.stateAt(0, 1), cells.marked, cells.inFlight]).toEqual(['denied', 0, 0]);
});

it('says of nothing that it waits for the value it has, or where there is no assignment', () => {
  const { matrix, cells } = someCells();
  const waits = (recordId: string, entityId: string) =>
    cells.setNote(cell(recordId, entityId), waitingFor('set', true));
  waits('1', '20');
  matrix.add('Item', '1', '20', true); // as a newer document would have it, of which no event told
  expect([cells.annotationAt(0, 1), cells.pendingCells(), [...cells.pendingRecords()]]).toEqual([
    undefined,
    [],
    [],
  ]);
  waits('2', '20');
  matrix.remove('Item', '2', '20');
  expect(cells.annotationAt(1, 1)).toBeUndefined();
  waits('3', '20');
  cells.setHeard(cell('3', '20'), { value: 'granted', seq: 5 });
  expect(cells.annotationAt(2, 1)).toBeUndefined();
});

it('is not changed by being read: only who keeps the records that were pending keeps them', () => {
  const { cells } = someCells();
  cells.setNote(cell('1', '20'), note('pending', 'granted'));
  const before = cells.pendingRecords();
  cells.setNote(cell('1', '20'), undefined);
  expect([[...before], [...cells.pendingRecords()]]).toEqual([[0], []]);
  cells.keepPending();
  cells.setStaged(cell('2', '20'), true); // never read while it is so
  cells.setStaged(cell('2', '20'), undefined);
  expect([...cells.pendingRecords()]).toEqual([1]);
});

it('keeps the records that were open with a newer matrix, until it is told to begin anew', () => {
  const { cells } = someCells();
  for (const id of ['2', '3']) cells.setNote(cell(id, '20'), waitingFor('set', true));
  const end = cells.keepPending();
  for (const id of ['2', '3']) cells.setNote(cell(id, '20'), undefined);
  const newer = new GrowingMatrix();
  for (const record of ['0', '1', '2']) newer.add('Item', record, '10', true);
  cells.setMatrix(newer);
  expect([...cells.pendingRecords()]).toEqual([newer.recordIndex('Item', '2')]);
  end();
  expect([...cells.pendingRecords()]).toEqual([]);
});

it('finds its cells in another matrix, also those that it does not have yet', () => {
  const { cells } = someCells();
  cells.setNote(cell('2', '10'), note('refused', undefined, 'It is locked.'));
  cells.setHeard(cell('9', '30'), { value: 'granted', seq: 5 });
  cells.setStaged(cell('1', '20'), true);
  expect([cells.stateOf(cell('9', '30')), cells.heard(cell('9', '30'))?.value]).toEqual(['none', 'granted']);
  const newer = new GrowingMatrix();
  for (const record of ['9', '2', '1']) newer.add('Item', record, '30', false);
  newer.add('Item', '2', '10', true);
  newer.add('Item', '1', '20', false);
  cells.setMatrix(newer);
  expect(cells.stateAt(0, newer.entityIndex('30'))).toBe('granted');
  expect(cells.annotationAt(1, newer.entityIndex('10'))).toMatchObject({
    mark: 'refused',
    words: 'It is locked.',
  });
  expect(cells.stagedAt(2, newer.entityIndex('20'))).toBe(true);
});

it('does not confuse cells whose parts run together', () => {
  const cells = new AnnotatedCells();
  const one = { recordType: 'Customer', recordId: '40000', entityId: '100' };
  cells.setNote(one, note('pending', 'granted'));
  expect(cells.note({ recordType: 'Customer4', recordId: '0000', entityId: '100' })).toBeUndefined();
  expect(cells.marked).toBe(0);
  cells.setNote(one, note('conflict', 'granted'));
  cells.setNote({ ...one, entityId: '200' }, note('refused', undefined));
  expect(cells.marked).toBe(2);
  cells.setNote(one, undefined);
  expect(cells.marked).toBe(1);
});

it('claims no value of a change that was sent without proof', () => {
  const { cells } = someCells();
  cells.setNote(cell('1', '20'), note('unconfirmed', 'granted'));
  cells.setNote(cell('2', '20'), note('unanswered', 'granted'));
  expect([0, 1].map((record) => cells.provenAt(record, 1))).toEqual(['unconfirmed', 'unconfirmed']);
  expect(cells.provenAt(0, 0)).toBe('granted');
});
