import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countColumns, CurrentCounts } from '@/lib/domain/access/column-counts';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { anyPart, anyRecipe, cooked, drawn, partOf } from './some-matrices';

describe('the counts of columns', () => {
  it('are those of a loop over the cells of these records, whatever the sizes', () => {
    fc.assert(
      fc.property(anyRecipe, anyPart, (recipe, part) => {
        const matrix = cooked(recipe);
        const records = partOf(recipe.records, part);
        const granted = new Uint32Array(recipe.entities);
        const existing = new Uint32Array(recipe.entities);
        for (const record of records)
          for (let entity = 0; entity < recipe.entities; entity++) {
            const state = matrix.state(record, entity);
            granted[entity] = (granted[entity] ?? 0) + Number(state === 'granted');
            existing[entity] = (existing[entity] ?? 0) + Number(state !== 'none');
          }
        expect(countColumns(matrix, records)).toEqual({ granted, existing });
      }),
      { numRuns: 150 },
    );
  });

  it('go beyond what a counter holds at once', () => {
    for (const records of [255, 256, 510, 511, 70_000]) {
      const matrix = cooked({ records, entities: 33, fill: 'all', seed: 0 });
      const counts = countColumns(matrix, partOf(records, { step: 1, isBackwards: false }));
      const full = new Uint32Array(33).fill(records);
      expect(counts).toEqual({ granted: full, existing: full });
    }
  });

  it('tell assignments from those that grant access, in a matrix that grew row by row', () => {
    const matrix = drawn(['100', '200', '300'], { 'Item 1': '+-.', 'Item 2': '++.', 'Item 3': '-..' });
    for (let entity = 0; entity < 70; entity++) matrix.add('Item', '4', `E${String(entity)}`, entity === 69);
    const { granted, existing } = countColumns(matrix, Uint32Array.of(0, 1, 2, 3));
    expect([...granted.subarray(0, 4), granted[72]]).toEqual([2, 1, 0, 0, 1]);
    expect([...existing.subarray(0, 4), existing[72]]).toEqual([3, 2, 0, 1, 1]);
  });

  it('are nought without records, and none without entities', () => {
    const matrix = drawn(['100', '200'], { 'Item 1': '++' });
    expect([...countColumns(matrix, new Uint32Array()).existing]).toEqual([0, 0]);
    expect(countColumns(new GrowingMatrix(), new Uint32Array()).granted).toHaveLength(0);
  });
});

describe('counts that are kept up', () => {
  const someStates = ['none', 'denied', 'granted'] as const;

  it('are those of a new count, whatever is written to the matrix', () => {
    fc.assert(
      fc.property(anyRecipe, anyPart, fc.array(fc.nat(), { maxLength: 60 }), (recipe, part, writes) => {
        fc.pre(recipe.records * recipe.entities > 0);
        const matrix = cooked(recipe);
        const records = partOf(recipe.records, part);
        const counts = new CurrentCounts(matrix, records);
        const written = writes.map((at) => {
          const [record, entity] = [at % recipe.records, at % recipe.entities];
          matrix.set(record, entity, someStates[at % 3] ?? 'none');
          return matrix.cell(record, entity);
        });
        counts.update([...written, { recordType: 'Item', recordId: '0', entityId: 'not there' }]);
        const { granted, existing } = countColumns(matrix, records);
        expect([counts.granted, counts.existing]).toEqual([granted, existing]);
      }),
      { numRuns: 100 },
    );
  });

  it('count only where something was written, and everything where nobody knows what', () => {
    const matrix = drawn(['100', '200'], { 'Item 1': '+-', 'Item 2': '+-' });
    const counts = new CurrentCounts(matrix, Uint32Array.of(0, 1));
    const { granted } = counts;
    expect([counts.update(), counts.granted]).toEqual([false, granted]);
    matrix.set(0, 1, 'granted');
    expect([counts.update(), [...counts.granted]]).toEqual([true, [2, 1]]);
  });
});
