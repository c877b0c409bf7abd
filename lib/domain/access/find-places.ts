import type { AccessMatrix } from './matrix';
import type { MatrixNames } from './matrix-names';
import type { MatrixPlace } from './place-text';

/** A record or an entity that a text finds, and what it is called, '' where nobody says. */
export interface FoundPlace {
  place: MatrixPlace;
  name: string;
}

/** In this order: the ID itself, IDs that begin so, names that begin so, and whatever else contains it. */
const ranks = 4;

/**
 * The records, then the entities, that an ID or a name finds, at most so many of each, the closest first. Letters are
 * compared without regard to case.
 */
export function findPlaces(
  matrix: AccessMatrix,
  names: MatrixNames,
  text: string,
  most: number,
): FoundPlace[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const records = closest(matrix.recordCount, most, (record) =>
    rankOf(wanted, matrix.recordId(record), names.record(record)),
  );
  const entities = closest(matrix.entityCount, most, (entity) =>
    rankOf(wanted, matrix.entityId(entity), names.entity(entity)),
  );
  return [
    ...records.map((record) => ({
      place: { recordType: matrix.recordType(record), recordId: matrix.recordId(record), entityId: '' },
      name: names.record(record),
    })),
    ...entities.map((entity) => ({
      place: { recordType: '', recordId: '', entityId: matrix.entityId(entity) },
      name: names.entity(entity),
    })),
  ];
}

/** 0 is closest; `ranks`: not found. */
function rankOf(wanted: string, id: string, name: string): number {
  const at = id.toLowerCase().indexOf(wanted);
  if (at === 0) return id.length === wanted.length ? 0 : 1;
  const inName = name === '' ? -1 : name.toLowerCase().indexOf(wanted);
  if (inName === 0) return 2;
  return at > 0 || inName > 0 ? 3 : ranks;
}

function closest(count: number, most: number, rank: (index: number) => number): number[] {
  const byRank = Array.from({ length: ranks }, (): number[] => []);
  for (let index = 0; index < count; index++) {
    const among = byRank[rank(index)];
    if (among !== undefined && among.length < most) among.push(index);
  }
  return byRank.flat().slice(0, most);
}
