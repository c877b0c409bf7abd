import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { countsWithin, entityBits } from './row-state';

/** What the records of a band are ordered by: their ID, how many of the shown entities have access, or one entity's column. */
export type RowOrder = { by: 'id' } | { by: 'granted' } | { by: 'entity'; entity: number };

/**
 * The records of a band in another order. Those alike stay as they were, so that a sort by a count keeps IDs in order.
 * @param records in the order of their IDs.
 * @param entities the columns that are shown, which `granted` counts.
 * @param isReversed the opposite of the usual order, which is the first ID, the most entities, access before none
 * before no assignment.
 */
export function sortedRecords(
  matrix: AccessMatrix,
  records: Uint32Array,
  entities: Uint32Array,
  order: RowOrder,
  isReversed: boolean,
): Uint32Array {
  if (order.by === 'id') return isReversed ? records.slice().reverse() : records;
  const most = order.by === 'granted' ? entities.length : 2;
  const valueOf = order.by === 'granted' ? grantedWithin(matrix, entities) : valueFor(matrix, order.entity);
  return byBucket(records, most + 1, (record) => {
    const value = valueOf(record);
    return isReversed ? value : most - value;
  });
}

/** The entities that may use some of the shown rows, and those to keep; the others' columns show 0. */
export function usedEntities(entities: Uint32Array, granted: Uint32Array, kept?: Uint32Array): Uint32Array {
  const isKept = new Set(kept);
  return entities.filter((entity) => (granted[entity] ?? 0) > 0 || isKept.has(entity));
}

function grantedWithin(matrix: AccessMatrix, entities: Uint32Array): (record: number) => number {
  const bits = entityBits(matrix, entities);
  return (record) => countsWithin(matrix, record, bits).granted;
}

function valueFor(matrix: AccessMatrix, entity: number): (record: number) => number {
  return (record) => ({ granted: 2, denied: 1, none: 0 })[matrix.state(record, entity)];
}

/** A stable sort by small whole numbers, in two passes over the records. */
function byBucket(records: Uint32Array, buckets: number, bucketOf: (record: number) => number): Uint32Array {
  const at = new Uint32Array(buckets + 1);
  const bucketAt = new Uint16Array(records.length);
  records.forEach((record, index) => {
    const bucket = bucketOf(record);
    bucketAt[index] = bucket;
    at[bucket + 1] = (at[bucket + 1] ?? 0) + 1;
  });
  for (let bucket = 0; bucket < buckets; bucket++) at[bucket + 1] = (at[bucket + 1] ?? 0) + (at[bucket] ?? 0);
  const sorted = new Uint32Array(records.length);
  records.forEach((record, index) => {
    const bucket = bucketAt[index] ?? 0;
    const place = at[bucket] ?? 0;
    at[bucket] = place + 1;
    sorted[place] = record;
  });
  return sorted;
}
