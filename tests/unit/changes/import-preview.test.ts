import { describe, expect, it } from 'vitest';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { closedByImport } from '@/components/changes/import/closed-by-import';
import { filterInWords, isSameFilter } from '@/components/changes/import/import-options';
import { isTicked, positionsByKind, ticked, tickedCells } from '@/components/changes/import/import-ticks';
import type { ImportCell, ImportCounts } from '@/lib/contract/access/access-file';
import { importKinds, type ImportKind } from '@/lib/contract/access/file-kinds';
import {
  changedSinceInWords,
  previewInWords,
  problemsInWords,
} from '@/components/changes/import/import-words';

const none: ImportCounts = {
  ...{ rows: 0, give: 0, remove: 0, unnamed: 0, changed: 0, already: 0 },
  ...{ merged: 0, left: 0, withheld: 0, problems: 0, leftOut: 0 },
};

const cell = (kind: ImportKind, accessible = kind === 'give'): ImportCell => ({
  recordType: 'Customer',
  recordId: '40000',
  entityId: '100',
  accessible,
  expected: !accessible,
  base: null,
  row: 2,
  kind,
});

describe('a preview in words', () => {
  it.each([
    [{ give: 38, remove: 4, already: 12, changed: 3 }, '38 assignments will be given access and 4 will lose it; 12 already match; 3 differ from the file’s column Base.'],
    [{ give: 1 }, '1 assignment will be given access.'],
    [{ remove: 2, problems: 1 }, '2 assignments will lose access; 1 problem was found.'],
    [{ give: 1_240, remove: 1, unnamed: 7 }, '1,240 assignments will be given access, 1 will lose it and 7 will lose it because the file does not name them.'],
    [{ unnamed: 1 }, '1 assignment will lose access because the file does not name them.'],
    [{ already: 1, changed: 1 }, 'Nothing will be changed; 1 already matches; 1 differs from the file’s column Base.'],
  ])('says %o', (counts, words) => {
    expect(previewInWords({ ...none, ...counts })).toBe(words);
  }); // prettier-ignore

  it.each([
    [{ problems: 1, leftOut: 0 }, '1 problem found, no rows left out'],
    [{ problems: 1, leftOut: 5_000 }, '1 problem found, 5,000 rows left out'],
    [{ problems: 2, leftOut: 1 }, '2 problems found, 1 row left out'],
  ])('tells how many rows problems cost apart from how many they are: %o', (counts, words) => {
    expect(problemsInWords(counts)).toBe(words);
  });

  it('says how an assignment differs from the column Base', () => {
    expect(changedSinceInWords({ ...cell('changed', true), base: true })).toBe(
      'no access now, the file and its column Base say has access',
    );
  });

  it('says which filter it is about', () => {
    expect(filterInWords({ type: ['Customer', 'Item'], q: ' 4', entity: '' })).toBe(
      'type Customer or Item, record ID contains “4”',
    );
    expect(filterInWords({ type: [], q: '', entity: ' ' })).toBe('');
    expect(filterInWords({ type: [], q: '10..20', entity: '<>|100' })).toBe(
      'record ID matches “10..20”, entity matches “<>|100” (“<>” is not understood and matches nothing)',
    );
    const filter = { type: ['B', 'A'], q: 'x', entity: '' };
    expect(isSameFilter(filter, { ...filter, type: ['A', 'B'], entity: ' ' })).toBe(true);
    expect(isSameFilter(filter, { ...filter, q: 'y' })).toBe(false);
  });
});

describe('ticks', () => {
  const cells = importKinds.map((kind, at) => ({ ...cell(kind), recordId: String(at) }));
  const { changed, give } = positionsByKind(cells);

  it('stand at everything but what the service changed since', () => {
    expect(tickedCells(cells, new Set()).map(({ kind }) => kind)).toEqual(['give', 'remove', 'unnamed']);
  });

  it('turn one by one and by kind, and back', () => {
    const overrides = ticked(cells, [...changed, ...give], true, ticked(cells, give, false, new Set()));
    expect(tickedCells(cells, overrides)).toHaveLength(4);
    const off = ticked(cells, [0, 1, 2, 3], false, overrides);
    expect(tickedCells(cells, off)).toEqual([]);
    expect(cells.every((one) => !isTicked(one, off))).toBe(true);
    expect(ticked(cells, changed, false, ticked(cells, changed, true, new Set())).size).toBe(0);
  });

  it('are found again in another comparison, wherever the cells stand in it', () => {
    const overrides = ticked(cells, [...give, ...changed], false, ticked(cells, changed, true, new Set()));
    const again = [cell('give'), ...cells.toReversed()];
    expect(tickedCells(again, overrides).map(({ kind }) => kind)).toEqual(['give', 'unnamed', 'remove']);
  });

  it('of what the service changed only later are as if nothing had been decided', () => {
    const [first] = cells;
    if (!first) throw new Error('There are some.');
    const wanted = ticked([{ ...first, kind: 'changed' }], [0], true, new Set());
    expect(isTicked({ ...first, kind: 'changed' }, wanted)).toBe(true);
    expect(isTicked({ ...first, kind: 'give' }, wanted)).toBe(true);
    const left = ticked([first], [0], false, new Set());
    expect(isTicked(first, left)).toBe(false);
    expect(isTicked({ ...first, kind: 'changed' }, left)).toBe(false);
  });
});

it('a file that takes the last entity from a record is found out, unless it gives another one', () => {
  const matrix = new GrowingMatrix();
  for (const entityId of ['100', '110']) matrix.add('Customer', '40000', entityId, entityId === '100');
  const last = cell('remove');
  expect(closedByImport(matrix, [last])).toEqual([0]);
  expect(closedByImport(matrix, [last, { ...cell('give'), entityId: '110' }])).toEqual([]);
  expect(closedByImport(matrix, [{ ...last, entityId: '110' }])).toEqual([]); // it has none there
  expect(closedByImport(matrix, [{ ...last, recordId: 'unknown' }])).toEqual([]);
});
