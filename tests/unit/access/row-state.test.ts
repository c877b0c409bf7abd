import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellState } from '@/lib/domain/access/matrix';
import { rowStates, type RowState } from '@/lib/contract/access/file-kinds';
import { countsWithin, entityBits, rowStateTest } from '@/lib/domain/access/filter/row-state';
import { anyPart, anyRecipe, cooked, drawn, partOf } from './some-matrices';

const rows = ['+++', '---', '...', '+-.', '+..', '--.', '++-'];
const matrix = drawn(
  ['100', '200', '300'],
  Object.fromEntries(rows.map((signs, index) => [`Item ${String(index)}`, signs])),
);

function passing(state: RowState, entities: readonly number[]): string[] {
  const test = rowStateTest(matrix, Uint32Array.from(entities), state);
  return rows.filter((_, record) => test(record));
}

/** The same question, asked of the cells. */
const expected: Record<RowState, (cells: readonly CellState[]) => boolean> = {
  has: (cells) => cells.includes('granted'),
  'has-not': (cells) => cells.includes('denied'),
  absent: (cells) => cells.includes('none'),
  mixed: (cells) => cells.includes('granted') && cells.includes('denied'),
  same: (cells) => cells.includes('granted') !== cells.includes('denied'),
  all: (cells) => cells.includes('granted') && !cells.includes('denied'),
  nobody: (cells) => cells.includes('denied') && !cells.includes('granted'),
  one: (cells) => cells.filter((cell) => cell === 'granted').length === 1,
};

describe('what a record’s assignments have in common', () => {
  it.each([
    ['has', ['+++', '+-.', '+..', '++-']],
    ['has-not', ['---', '+-.', '--.', '++-']],
    ['absent', ['...', '+-.', '+..', '--.']],
    ['mixed', ['+-.', '++-']],
    ['same', ['+++', '---', '+..', '--.']],
    ['all', ['+++', '+..']],
    ['nobody', ['---', '--.']],
    ['one', ['+-.', '+..']],
  ] as const)('%s', (state, wanted) => {
    expect(passing(state, [0, 1, 2])).toEqual(wanted);
  });

  it('is asked of the shown entities only', () => {
    expect(passing('mixed', [1, 2])).toEqual(['++-']);
    expect(passing('all', [0])).toEqual(['+++', '+-.', '+..', '++-']);
    expect(passing('absent', [0, 1])).toEqual(['...', '+..']);
  });

  it('is nothing at all where no entity is shown', () => {
    for (const state of rowStates) expect(passing(state, [])).toEqual([]);
  });

  it('is what the cells say one by one, whatever the sizes', () => {
    fc.assert(
      fc.property(anyRecipe, anyPart, (recipe, part) => {
        const some = cooked(recipe);
        const entities = partOf(recipe.entities, part);
        const bits = entityBits(some, entities);
        const tests = rowStates.map((state) => [state, rowStateTest(some, entities, state)] as const);
        for (let record = 0; record < Math.min(recipe.records, 20); record++) {
          const cells = [...entities].map((entity) => some.state(record, entity));
          expect(countsWithin(some, record, bits)).toEqual({
            granted: cells.filter((cell) => cell === 'granted').length,
            existing: cells.filter((cell) => cell !== 'none').length,
          });
          expect(tests.filter(([, test]) => test(record)).map(([state]) => state)).toEqual(
            rowStates.filter((state) => expected[state](cells)),
          );
        }
      }),
      { numRuns: 150 },
    );
  });
});
