import fc from 'fast-check';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { wordsPerRecord } from '@/lib/domain/access/matrix';

/**
 * A matrix drawn row by row, "type ID" and a sign an entity: + access, - no access, . no such assignment. Records and
 * entities have the indices in which they are drawn.
 */
export function drawn(entityIds: readonly string[], rows: Record<string, string>): GrowingMatrix {
  const matrix = new GrowingMatrix();
  for (const [name, signs] of Object.entries(rows)) {
    const [recordType = '', recordId = ''] = name.split(' ');
    entityIds.forEach((entityId, entity) => {
      matrix.add(recordType, recordId, entityId, signs[entity] === '+');
      if (signs[entity] === '.') matrix.remove(recordType, recordId, entityId);
    });
  }
  return matrix;
}

/** What a matrix is made of; a plain value, so that a failed property names it. */
export interface Recipe {
  records: number;
  entities: number;
  fill: 'all' | 'many' | 'few';
  seed: number;
}

/** Sizes around which words of 32 bits and counters of 8 bits end. */
export const anyRecipe: fc.Arbitrary<Recipe> = fc.record({
  records: fc.oneof(fc.nat(6), fc.constantFrom(254, 255, 256, 257, 510, 511, 700)),
  entities: fc.oneof(fc.nat(6), fc.constantFrom(31, 32, 33, 63, 64, 65, 100, 300)),
  fill: fc.constantFrom('all' as const, 'many' as const, 'few' as const),
  seed: fc.integer(),
});

export function cooked({ records, entities, fill, seed }: Recipe): GrowingMatrix {
  const random = wordsFrom(seed);
  const words = wordsPerRecord(entities);
  const exists = new Uint32Array(records * Math.max(1, words));
  const granted = new Uint32Array(exists.length);
  for (let at = 0; at < records * words; at++) {
    const columns = Math.min(32, entities - (at % words) * 32);
    const some = fill === 'all' ? -1 : fill === 'many' ? random() | random() : random() & random() & random();
    exists[at] = some & (0xffffffff >>> (32 - columns));
    granted[at] = (exists[at] ?? 0) & (fill === 'all' ? -1 : random());
  }
  return GrowingMatrix.fromColumns({
    recordTypes: ['Item'],
    entityIds: numbered(entities).map(String),
    recordIds: numbered(records).map(String),
    typeOfRecord: new Uint16Array(records),
    exists,
    granted,
  });
}

/** Some of the first `count` indices in an order of their own: every `step`th, perhaps backwards. */
export interface Part {
  step: number;
  isBackwards: boolean;
}

export const anyPart: fc.Arbitrary<Part> = fc.record({
  step: fc.constantFrom(1, 2, 3, 1_000),
  isBackwards: fc.boolean(),
});

export function partOf(count: number, { step, isBackwards }: Part): Uint32Array {
  const some = numbered(count).filter((index) => index % step === 0);
  return Uint32Array.from(isBackwards ? some.reverse() : some);
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Words of chance that a seed repeats (mulberry32). */
function wordsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return word ^ (word >>> 14);
  };
}
