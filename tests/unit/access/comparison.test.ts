import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadCell } from '@/lib/domain/access/change/change-proposal';
import {
  compareEntities,
  compareRecords,
  comparedState,
  copyAccess,
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
    expect(compareEntities(matrix, seenIn(matrix), [0, 1, 2, 3, 4], 0, 1)).toEqual(
      new Map([
        [0, { 'only-first': 2, 'only-second': 0, both: 1, neither: 0 }],
        [1, { 'only-first': 0, 'only-second': 1, both: 0, neither: 1 }],
      ]),
    );
    expect(compareEntities(matrix, seenIn(matrix), [], 0, 1)).toEqual(new Map());
  });

  it('that are records name the entities of each kind in the order asked', () => {
    const matrix = drawn(['1', '2', '3', '4', '5', '6'], { 'Item 1': '++-.+-', 'Item 2': '+-+++.' });
    expect(compareRecords(seenIn(matrix), [5, 4, 3, 2, 1, 0], 0, 1)).toEqual({
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
  const lines = Array.from({ length: 9 }, (_, entity) => ({
    from: [0, entity] as [number, number],
    to: [1, entity] as [number, number],
  }));

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
        const [from, to] = [one % recipe.entities, other % recipe.entities];
        const pairs = Array.from({ length: recipe.records }, (_, record) => ({
          from: [record, from] as [number, number],
          to: [record, to] as [number, number],
        }));
        const copy = copyAccess(seenIn(some), pairs, isMirror);
        const before = pairs.map((pair) => some.state(...pair.to));
        for (const { record, entity, wanted } of copy.cells)
          some.add(some.recordType(record), some.recordId(record), some.entityId(entity), wanted);
        const again = copyAccess(seenIn(some), pairs, isMirror);
        expect(again).toEqual({ cells: [], already: copy.already + copy.cells.length, absent: copy.absent });
        pairs.forEach((pair, index) => {
          const source = some.state(...pair.from);
          const copied = source === 'granted' || (source === 'denied' && isMirror);
          const wanted = copied && before[index] !== 'none' ? source : before[index];
          expect(some.state(...pair.to)).toBe(wanted);
        });
      }),
      { numRuns: 60 },
    );
  });
});
