import { AccessMatrix, wordsPerRecord } from './matrix';

/** A copy of the records of some types, with all entities; a type that the matrix does not have adds nothing. */
export function partOfTypes(matrix: AccessMatrix, recordTypes: readonly string[]): AccessMatrix {
  const columns = matrix.columns();
  const words = wordsPerRecord(matrix.entityCount);
  const isWanted = columns.recordTypes.map((type) => recordTypes.includes(type));
  const records = Uint32Array.from(columns.recordIds.keys()).filter(
    (record) => isWanted[columns.typeOfRecord[record] ?? 0],
  );
  const exists = new Uint32Array(records.length * words);
  const granted = new Uint32Array(records.length * words);
  records.forEach((record, at) => {
    exists.set(columns.exists.subarray(record * words, (record + 1) * words), at * words);
    granted.set(columns.granted.subarray(record * words, (record + 1) * words), at * words);
  });
  return AccessMatrix.fromColumns({
    recordTypes: columns.recordTypes,
    entityIds: columns.entityIds,
    recordIds: Array.from(records, (record) => columns.recordIds[record] ?? ''),
    typeOfRecord: Uint16Array.from(records, (record) => columns.typeOfRecord[record] ?? 0),
    exists,
    granted,
  });
}
