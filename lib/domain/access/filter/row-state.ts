import type { RowState } from '@/lib/contract/access/file-kinds';
import { popcount, wordsPerRecord, type AccessMatrix } from '@/lib/domain/access/matrix';

/** A bit for each of these entities, in the words of a matrix's records. */
export function entityBits(matrix: AccessMatrix, entities: Uint32Array): Uint32Array {
  const bits = new Uint32Array(wordsPerRecord(matrix.entityCount));
  for (const entity of entities) bits[entity >>> 5] = (bits[entity >>> 5] ?? 0) | (1 << (entity & 31));
  return bits;
}

/** How many of the entities have access to a record, and how many have an assignment with it. */
export function countsWithin(
  matrix: AccessMatrix,
  record: number,
  bits: Uint32Array,
): { granted: number; existing: number } {
  let granted = 0;
  let existing = 0;
  for (let word = 0; word < bits.length; word++) {
    const among = bits[word] ?? 0;
    granted += popcount(matrix.grantedWord(record, word) & among);
    existing += popcount(matrix.existsWord(record, word) & among);
  }
  return { granted, existing };
}

/** A test of records by what they have in common within these entities. */
export function rowStateTest(
  matrix: AccessMatrix,
  entities: Uint32Array,
  state: RowState,
): (record: number) => boolean {
  const bits = entityBits(matrix, entities);
  const isSo = tests[state];
  return (record) => {
    const { granted, existing } = countsWithin(matrix, record, bits);
    return isSo(granted, existing, entities.length);
  };
}

/**
 * Told how many of the shown entities have access, are set up, and are shown: `has` and `has-not` at least one with and
 * without access; `absent` one that is not set up; `mixed` both, `same` only one of them; `all`, `nobody`, `one` of those set up.
 */
const tests: Record<RowState, (granted: number, existing: number, shown: number) => boolean> = {
  has: (granted) => granted > 0,
  'has-not': (granted, existing) => granted < existing,
  absent: (_granted, existing, shown) => existing < shown,
  mixed: (granted, existing) => granted > 0 && granted < existing,
  same: (granted, existing) => existing > 0 && (granted === 0 || granted === existing),
  all: (granted, existing) => existing > 0 && granted === existing,
  nobody: (granted, existing) => existing > 0 && granted === 0,
  one: (granted) => granted === 1,
};
