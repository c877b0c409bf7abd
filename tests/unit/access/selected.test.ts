import { describe, expect, it } from 'vitest';
import { GridSelection, type GridRange } from '@/components/grid/grid-selection';
import {
  selectedCounts,
  selectedPair,
  selectedTarget,
  selectedToCompare,
} from '@/components/access/matrix/selected';
import { bandsOf, MatrixRows } from '@/lib/domain/access/filter/bands';
import { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import { recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '200', '300'], {
  'Item 1': '+++',
  'Item 2': '---',
  'Vendor 1': '+-+',
  'Zone 1': '+-+',
});
/** Heads of items at row 0, of vendors and zones after; unfolded where that is said. */
const rowsWith = (...open: string[]) =>
  new MatrixRows(matrix, bandsOf(matrix, recordOrder(matrix)), (type) => open.includes(type));
const columns = new MatrixColumns(matrix, Uint32Array.of(0, 1, 2), (entity) => (entity < 2 ? 'North' : ''));

function selectedIn(rows: MatrixRows, ...ranges: GridRange[]): GridSelection {
  const selection = new GridSelection(() => ({ lastUnder: (row) => rows.lastUnder(row) }));
  for (const range of ranges) selection.select(range, { row: range.top, column: range.left }, true);
  return selection;
}
const selected = (...ranges: GridRange[]) => selectedIn(rowsWith(), ...ranges);
const counted = (rows: MatrixRows, ...ranges: GridRange[]) =>
  selectedCounts({ matrix, rows, columns }, selectedIn(rows, ...ranges));
const range = (top: number, bottom: number, left = 0, right = 2) => ({ top, bottom, left, right });

describe('what is selected, where heads of bands are', () => {
  it('is counted by records: those of a folded band, and those of an unfolded one below its head', () => {
    expect(counted(rowsWith(), range(0, 1))).toEqual({
      cells: 9,
      rows: 3,
      columns: 3,
      entity: null,
      folded: 0,
    });
    expect(counted(rowsWith('Item'), range(0, 2))).toEqual({
      cells: 6,
      rows: 2,
      columns: 3,
      entity: null,
      folded: 0,
    });
    expect(counted(rowsWith('Item'), range(0, 0))).toEqual({
      cells: 6,
      rows: 2,
      columns: 3,
      entity: null,
      folded: 0,
    });
  });

  it('names the only entity that it has, however many ranges lie in its column', () => {
    const rows = rowsWith('Item');
    expect(counted(rows, range(1, 1, 1, 1), range(3, 4, 1, 1)).entity).toBe('200');
    expect(counted(rows, range(1, 1, 1, 1), range(3, 4, 2, 2)).entity).toBeNull();
  });

  it('leaves out a folded group of entities, in whose column nothing is selected', () => {
    const parts = { matrix, rows: rowsWith('Item'), columns: columns.withGroupsFolded(['North']) };
    expect(selectedCounts(parts, selected(range(1, 2, 0, 1)))).toMatchObject({
      cells: 2,
      columns: 1,
      entity: '300',
      folded: 2,
    });
    expect(selectedCounts(parts, selected(range(1, 2, 0, 0)))).toMatchObject({
      cells: 0,
      columns: 0,
      entity: null,
      folded: 2,
    });
    expect(selectedTarget(parts, selected(range(1, 1, 0, 0)))).toBeNull();
  });

  it('is two records to compare wherever they stand, and never a head', () => {
    const pair = { kind: 'records', first: 'Item/1', second: 'Item/2' };
    const firstOf = (rows: MatrixRows, ...ranges: GridRange[]) =>
      selectedPair({ matrix, rows, columns }, selectedIn(rows, ...ranges));
    expect(firstOf(rowsWith(), range(0, 0))).toEqual(pair);
    expect(firstOf(rowsWith('Item'), range(0, 2))).toEqual(pair);
    expect(firstOf(rowsWith(), range(1, 2))).toEqual({
      kind: 'records',
      first: 'Vendor/1',
      second: 'Zone/1',
    });
    expect(firstOf(rowsWith(), range(0, 1))).toBeNull();
    expect(firstOf(rowsWith(), range(0, 1, 1, 2))).toEqual({ kind: 'entities', first: '200', second: '300' });
  });

  it('is what is compared, one or two of it', () => {
    const before = { kind: 'entities', first: '100', second: '200' } as const;
    const compared = (...of: GridRange[]) =>
      selectedToCompare({ matrix, rows: rowsWith('Item'), columns }, selected(...of), before);
    const [first, second] = ['200', '300'];
    expect(compared(range(1, 2, 1, 1))).toEqual({ kind: 'entities', first, second: null });
    expect(compared(range(1, 1, 1, 1))).toEqual({ kind: 'entities', first, second: null });
    expect(compared(range(1, 2, 1, 2))).toEqual({ kind: 'entities', first, second });
    expect(compared(range(2, 2))).toEqual({ kind: 'records', first: 'Item/2', second: null });
    expect(compared(range(1, 2))).toEqual({ kind: 'records', first: 'Item/1', second: 'Item/2' });
    expect(compared(range(0, 3))).toEqual({ kind: 'entities', first: null, second: null });
    expect(compared()).toBe(before);
  });

  it('is told about as the one record, assignment or entity that it comes to', () => {
    const target = (rows: MatrixRows, of: GridRange) =>
      selectedTarget({ matrix, rows, columns }, selectedIn(rows, of));
    const vendor = { recordType: 'Vendor', recordId: '1' };
    expect(target(rowsWith(), range(1, 1))).toEqual({ ...vendor, entityId: '' });
    expect(target(rowsWith('Vendor'), range(1, 2))).toEqual({ ...vendor, entityId: '' });
    expect(target(rowsWith(), range(1, 1, 1, 1))).toEqual({ ...vendor, entityId: '200' });
    expect(target(rowsWith(), range(0, 0, 1, 1))).toEqual({ recordType: '', recordId: '', entityId: '200' });
    expect(target(rowsWith('Item'), range(0, 0, 1, 1))).toEqual({
      recordType: '',
      recordId: '',
      entityId: '200',
    });
  });
});
