import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedRecords, usedEntities, type RowOrder } from '@/lib/domain/access/filter/matrix-sort';
import { anyPart, anyRecipe, cooked, drawn, partOf } from './some-matrices';

const matrix = drawn(['100', '200', '300'], {
  'Item 1': '-+.',
  'Item 2': '++.',
  'Item 3': '.+-',
  'Item 4': '+++',
  'Item 5': '-..',
});
const all = Uint32Array.of(0, 1, 2, 3, 4);

function sorted(order: RowOrder, isReversed = false, entities = [0, 1, 2]): string[] {
  const records = sortedRecords(matrix, all, Uint32Array.from(entities), order, isReversed);
  return [...records].map((record) => matrix.recordId(record));
}

describe('the order of rows', () => {
  it('by ID is the one they came in, or its opposite, and leaves that one as it was', () => {
    expect(sorted({ by: 'id' })).toEqual(['1', '2', '3', '4', '5']);
    expect(sorted({ by: 'id' }, true)).toEqual(['5', '4', '3', '2', '1']);
    expect([...all]).toEqual([0, 1, 2, 3, 4]);
  });

  it('by number of entities counts the shown ones, and keeps IDs in order where it is the same', () => {
    expect(sorted({ by: 'granted' })).toEqual(['4', '2', '1', '3', '5']);
    expect(sorted({ by: 'granted' }, true)).toEqual(['5', '1', '3', '2', '4']);
    expect(sorted({ by: 'granted' }, false, [0])).toEqual(['2', '4', '1', '3', '5']);
    expect(sorted({ by: 'granted' }, false, [])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('by an entity, shown or not, has access before none before no assignment', () => {
    expect(sorted({ by: 'entity', entity: 0 })).toEqual(['2', '4', '1', '5', '3']);
    expect(sorted({ by: 'entity', entity: 2 }, true, [0])).toEqual(['1', '2', '5', '3', '4']);
  });

  it('tells counts apart that are more than a byte holds', () => {
    const ids = Array.from({ length: 300 }, (_, entity) => String(entity));
    const counts = [0, 300, 255, 44, 256, 1];
    const wide = drawn(
      ids,
      Object.fromEntries(counts.map((count) => [`Item ${String(count)}`, '+'.repeat(count)])),
    );
    const entities = Uint32Array.from(ids, Number);
    const records = sortedRecords(wide, Uint32Array.from(counts.keys()), entities, { by: 'granted' }, true);
    expect([...records].map((record) => wide.recordId(record))).toEqual([
      '0',
      '1',
      '44',
      '255',
      '256',
      '300',
    ]);
  });

  it('is that of a stable sort over what the cells say, whatever the sizes', () => {
    fc.assert(
      fc.property(
        anyRecipe,
        anyPart,
        anyPart,
        fc.boolean(),
        fc.nat(),
        (recipe, rows, columns, isReversed, at) => {
          const some = cooked(recipe);
          const records = partOf(recipe.records, rows);
          const entities = partOf(recipe.entities, columns);
          const entity = recipe.entities === 0 ? 0 : at % recipe.entities;
          const values = {
            granted: (record: number) =>
              entities.reduce((sum, column) => sum + Number(some.state(record, column) === 'granted'), 0),
            entity: (record: number) => ['none', 'denied', 'granted'].indexOf(some.state(record, entity)),
          };
          for (const by of ['granted', 'entity'] as const) {
            const valueOf = new Map([...records].map((record) => [record, values[by](record)]));
            const difference = (a: number, b: number): number =>
              (valueOf.get(a) ?? 0) - (valueOf.get(b) ?? 0);
            const wanted = [...records].sort((a, b) => (isReversed ? difference(a, b) : difference(b, a)));
            expect([...sortedRecords(some, records, entities, { by, entity }, isReversed)]).toEqual(wanted);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the used entities', () => {
  it('are those with access to some of the rows, in the order they came in', () => {
    expect([...usedEntities(Uint32Array.of(3, 1, 0, 2), Uint32Array.of(5, 0, 1, 9))]).toEqual([3, 0, 2]);
    expect(usedEntities(new Uint32Array(), Uint32Array.of(5))).toHaveLength(0);
  });
});
