import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { grouped } from '@/lib/domain/grouped';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import { nameTest, textTest } from './text-filter';

/** What the access page shows: record types (none = all) and a text filter of the record's ID or name. */
export interface MatrixFilter {
  recordTypes: readonly string[];
  text: string;
}

/**
 * Indices of the records the filter lets through, ordered by type, then ID (numbers inside IDs by value).
 * `order` is `recordOrder(matrix)`, kept by the caller because sorting is the costly part.
 */
export function visibleRecords(
  matrix: AccessMatrix,
  order: Uint32Array,
  filter: MatrixFilter,
  names: MatrixNames = noNames,
): Uint32Array {
  const wanted = matrix.recordTypes.map(
    (type) => filter.recordTypes.length === 0 || filter.recordTypes.includes(type),
  );
  const passes = idOrNameTest(
    filter.text,
    (record) => matrix.recordId(record),
    names.hasRecords ? names.record : null,
  );
  const result = new Uint32Array(order.length);
  let count = 0;
  for (const record of order) {
    if (!wanted[matrix.recordTypeIndex(record)]) continue;
    if (passes !== null && !passes(record)) continue;
    result[count++] = record;
  }
  return result.subarray(0, count);
}

/** Indices of the entities whose ID, name or group the text filter lets through, in the order given. */
export function visibleEntities(
  matrix: AccessMatrix,
  order: Uint32Array,
  text: string,
  names: MatrixNames = noNames,
): Uint32Array {
  const passes = idOrNameTest(
    text,
    (entity) => matrix.entityId(entity),
    names.hasEntities || names.hasGroups
      ? (entity) => `${names.entity(entity)}\n${names.group(entity)}` // a text has no line break
      : null,
  );
  return passes === null ? order : order.filter(passes);
}

/** All record indices by type, then ID, in the order people expect: 9 before 10. */
export function recordOrder(matrix: AccessMatrix): Uint32Array {
  const rank = rankOf(matrix.recordTypes);
  const recordIds = Array.from({ length: matrix.recordCount }, (_, record) => matrix.recordId(record));
  const byId = naturalOrderOf(recordIds);
  return inOrder(
    matrix.recordCount,
    (a, b) =>
      (rank[matrix.recordTypeIndex(a)] ?? 0) - (rank[matrix.recordTypeIndex(b)] ?? 0) ||
      byId(recordIds[a] ?? '', recordIds[b] ?? ''),
  );
}

/** All entity indices in natural order of their IDs, those of a group together where its first one comes. */
export function entityOrder(matrix: AccessMatrix, names: MatrixNames): Uint32Array {
  const byId = naturalOrderOf(matrix.entityIds);
  const order = inOrder(matrix.entityCount, (a, b) => byId(matrix.entityId(a), matrix.entityId(b)));
  if (!names.hasGroups) return order;
  const groups = grouped([...order], (entity) => names.group(entity) || entity); // in no group: by itself
  return Uint32Array.from([...groups.values()].flat());
}

/** Record types with how many records each has, in natural order. */
export function recordTypeCounts(matrix: AccessMatrix): { recordType: string; records: number }[] {
  const counts = matrix.recordTypes.map((recordType) => ({ recordType, records: 0 }));
  for (let record = 0; record < matrix.recordCount; record++) {
    const entry = counts[matrix.recordTypeIndex(record)];
    if (entry) entry.records++;
  }
  const byName = naturalOrderOf(matrix.recordTypes);
  return counts.sort((a, b) => byName(a.recordType, b.recordType));
}

/** Positions 0 to count - 1 in order; a service usually lists in order already, and then nothing is sorted. */
function inOrder(count: number, compare: (a: number, b: number) => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  for (let index = 1; index < count; index++) {
    if (compare(index - 1, index) > 0) return order.sort(compare);
  }
  return order;
}

function rankOf(names: readonly string[]): number[] {
  const sorted = [...names].sort(naturalOrderOf(names));
  return names.map((name) => sorted.indexOf(name));
}

/** A test of the IDs and names of indices: of a name where the ID does not pass. Null when everything passes. */
function idOrNameTest(
  text: string,
  idOf: (index: number) => string,
  nameOf: ((index: number) => string) | null,
): ((index: number) => boolean) | null {
  const [ofId, ofName] = [textTest(text), nameTest(text)];
  if (ofId === null) return null;
  if (ofName === null || nameOf === null) return (index) => ofId(idOf(index));
  return (index) => ofId(idOf(index)) || ofName(nameOf(index));
}
