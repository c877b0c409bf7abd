import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadCell } from '@/lib/domain/access/change/change-proposal';
import {
  compareLines,
  comparedState,
  copyAccess,
  countByType,
  type LinePair,
} from '@/lib/domain/access/change/comparison';
import type { AccessMatrix, CellState } from '@/lib/domain/access/matrix';
import { anyRecipe, cooked, drawn } from './some-matrices';

const seenIn =
  (matrix: AccessMatrix): ReadCell =>
  (record, entity) =>
    matrix.state(record, entity);
const states: readonly CellState[] = ['granted', 'denied', 'none'];

describe('two lines of the matrix', () => {
  it('compare by access, which a missing assignment does not give', () => {
    expect(states.map((first) => states.map((second) => comparedState(first, second)))).toEqual([
      ['both', 'only-first', 'only-first'],
      ['only-second', 'neither', 'neither'],
      ['only-second', 'neither', 'neither'],
    ]);
  });

  it('that are entities are counted by record type over the records asked for', () => {
    const matrix = drawn(['100', '200', '300'], {
      'Item 1': '++-',
      'Item 2': '+.-',
      'Vendor 1': '-++',
      'Item 3': '+-+',
      'Vendor 2': '..+',
      'Job 1': '+++',
    });
    const counted = (across: number[]) =>
      countByType(matrix, compareLines(seenIn(matrix), { kind: 'entities', first: 0, second: 1, across }));
    expect(counted([0, 1, 2, 3, 4])).toEqual(
      new Map([
        [0, { 'only-first': 2, 'only-second': 0, both: 1, neither: 0 }],
        [1, { 'only-first': 0, 'only-second': 1, both: 0, neither: 1 }],
      ]),
    );
    expect(counted([])).toEqual(new Map());
  });

  it('that are records name the entities of each kind in the order asked', () => {
    const matrix = drawn(['1', '2', '3', '4', '5', '6'], { 'Item 1': '++-.+-', 'Item 2': '+-+++.' });
    const across = [5, 4, 3, 2, 1, 0];
    expect(compareLines(seenIn(matrix), { kind: 'records', first: 0, second: 1, across })).toEqual({
      'only-first': [1],
      'only-second': [3, 2],
      both: [4, 0],
      neither: [5],
    });
  });
});

describe('a copy of access', () => {
  const matrix = drawn(['1', '2', '3', '4', '5', '6', '7', '8', '9'], {
    'Item 1': '+++---...',
    'Item 2': '+-.+-.+-.',
  });
  const across = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const lines: LinePair = { kind: 'records', first: 0, second: 1, across };

  it('gives what the source has and takes nothing away', () => {
    expect(copyAccess(seenIn(matrix), lines, false)).toEqual({
      cells: [{ record: 1, entity: 1, wanted: true }],
      already: 1,
      absent: 1,
    });
  });

  it('as a mirror also takes what the source is denied, not what it does not have', () => {
    expect(copyAccess(seenIn(matrix), lines, true)).toEqual({
      cells: [
        { record: 1, entity: 1, wanted: true },
        { record: 1, entity: 3, wanted: false },
      ],
      already: 2,
      absent: 1,
    });
  });

  it('leaves nothing to copy once its changes are made', () => {
    fc.assert(
      fc.property(anyRecipe, fc.boolean(), fc.nat(), fc.nat(), (recipe, isMirror, one, other) => {
        fc.pre(recipe.entities > 1 && recipe.records > 0);
        const some = cooked(recipe);
        const [first, second] = [one % recipe.entities, other % recipe.entities];
        const records = Array.from({ length: recipe.records }, (_, record) => record);
        const pair: LinePair = { kind: 'entities', first, second, across: records };
        const copy = copyAccess(seenIn(some), pair, isMirror);
        const before = records.map((record) => some.state(record, second));
        for (const { record, entity, wanted } of copy.cells)
          some.add(some.recordType(record), some.recordId(record), some.entityId(entity), wanted);
        const again = copyAccess(seenIn(some), pair, isMirror);
        expect(again).toEqual({ cells: [], already: copy.already + copy.cells.length, absent: copy.absent });
        for (const record of records) {
          const source = some.state(record, first);
          const copied = source === 'granted' || (source === 'denied' && isMirror);
          const wanted = copied && before[record] !== 'none' ? source : before[record];
          expect(some.state(record, second)).toBe(wanted);
        }
      }),
      { numRuns: 60 },
    );
  });
});
