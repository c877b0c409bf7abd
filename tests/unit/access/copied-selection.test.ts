import { expect, it } from 'vitest';
import { mostCopied, selectionAsTable } from '@/components/access/edit/copy-selection';
import { meantStrips } from '@/components/access/matrix/selected';
import { GridSelection, type GridRange } from '@/components/grid/grid-selection';
import { bandsOf, MatrixRows } from '@/lib/domain/access/filter/bands';
import { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import { recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { drawn } from './some-matrices';

const matrix = drawn(['010', '020', '030', '040'], { 'Item 1': '+-.-', 'Item =2': '++++', 'Zone 1': '----' });
const rows = new MatrixRows(matrix, bandsOf(matrix, recordOrder(matrix)), (type) => type === 'Item');
const groupOf = (entity: number) => (entity < 2 ? 'North' : '');
const all = Uint32Array.of(0, 1, 2, 3);

/** What is copied of these ranges: rows are the head of the items, two items, and the folded zones. */
function copied(
  ranges: readonly GridRange[],
  folded: readonly string[] = [],
  active = { row: -1, column: 0 },
) {
  const selection = new GridSelection(() => ({ lastUnder: (row) => rows.lastUnder(row) }));
  for (const one of ranges) selection.select(one, { row: one.top, column: one.left }, true);
  const columns = new MatrixColumns(matrix, all, groupOf, folded);
  const names = matrixNames(matrix, { records: [['Item', '1', 'Bolt']], entities: [] });
  return selectionAsTable(
    {
      ...{ matrix, rows, columns, names },
      provenAt: (record, entity) =>
        record === 0 && entity === 1 ? 'unconfirmed' : matrix.state(record, entity),
    },
    meantStrips(rows, { selection, active, hasActive: true }),
  );
}
const textOf = (...of: Parameters<typeof copied>) => {
  const table = copied(...of);
  return typeof table === 'string' ? table : table.text.split('\n');
};
const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });

it('is records by entities in the words of a file, below their names', () => {
  expect(textOf([range(0, 3, 0, 3)])).toEqual([
    'Record type\tRecord ID\tRecord name\t010\t020\t030\t040',
    'Item\t1\tBolt\tyes\tunknown\t\tno',
    "Item\t'=2\t\tyes\tyes\tyes\tyes",
    'Zone\t1\t\tno\tno\tno\tno',
  ]);
  expect(copied([range(1, 1, 0, 0)])).toMatchObject({ html: expect.stringContaining('x:str') as string });
});

it('says how many assignments are in it, and what of folded groups is not', () => {
  expect(copied([range(1, 1, 0, 0), range(2, 2, 3, 3)])).toMatchObject({ done: '2 assignments copied' });
  expect(copied([range(0, 3, 0, 2)], ['North'])).toMatchObject({
    done: '6 assignments copied; 2 folded entities left out',
  });
});

it('leaves empty what is not selected beside others, and folded groups out', () => {
  expect(textOf([range(1, 1, 0, 0), range(2, 2, 3, 3)])).toEqual([
    'Record type\tRecord ID\tRecord name\t010\t040',
    'Item\t1\tBolt\tyes\t',
    "Item\t'=2\t\t\tyes",
  ]);
  expect(textOf([range(1, 1, 0, 1)], ['North'])).toEqual([
    'Record type\tRecord ID\tRecord name\t030',
    'Item\t1\tBolt\t',
  ]);
});

it('is the active cell where nothing is selected, with all records of a band by its head', () => {
  expect(textOf([], [], { row: 2, column: 3 })).toHaveLength(2);
  expect(textOf([], [], { row: 0, column: 3 })).toHaveLength(3);
});

it('is none where nothing can be copied, and says why', () => {
  expect(copied([])).toBe('Nothing is selected.');
  expect(copied([range(1, 1, 0, 0)], ['North'])).toMatch(/^Unfold the group/);
  const many = { ...rows, recordsIn: () => new Uint32Array(mostCopied) } as unknown as MatrixRows; // all of it that is read
  const parts = { matrix, rows: many, columns: new MatrixColumns(matrix, all, groupOf) };
  const names = matrixNames(matrix, { records: [], entities: [] });
  const strips = [{ top: 0, bottom: 1, runs: [{ left: 0, right: 1 }] }];
  expect(selectionAsTable({ ...parts, names, provenAt: () => 'none' }, strips)).toMatch(/^Select 200,000/);
});
