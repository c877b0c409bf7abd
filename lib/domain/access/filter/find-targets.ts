import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { plainLetters } from '@/lib/domain/plain-letters';

/** A record or an entity that a text finds, and what it is called, '' where nobody says. */
export interface FoundTarget {
  target: DetailsTarget;
  name: string;
}

/**
 * The records that a text finds, at most so many, the closest first; a text is part of an ID, of a name, or of both type
 * and ID ("customer 30000"). Letters are compared without regard to case and accents.
 */
export function findRecords(
  matrix: AccessMatrix,
  names: MatrixNames,
  text: string,
  most: number,
): { found: readonly number[]; isMore: boolean } {
  const types = matrix.recordTypes.map(plainLetters);
  const typeOf = (record: number) => types[matrix.recordTypeIndex(record)] ?? '';
  return closest(matrix.recordCount, most, text, (record) => [
    typeOf(record),
    matrix.recordId(record),
    names.record(record),
  ]);
}

/** The entities that a text finds, as `findRecords` does records. */
export function findEntities(
  matrix: AccessMatrix,
  names: MatrixNames,
  text: string,
  most: number,
): { found: readonly number[]; isMore: boolean } {
  return closest(matrix.entityCount, most, text, (entity) => [
    'entity',
    matrix.entityId(entity),
    names.entity(entity),
  ]);
}

/** The entities, which are few, then the records that a text finds, at most so many of each, the closest first; `isMore`: not all. */
export function findTargets(
  matrix: AccessMatrix,
  names: MatrixNames,
  text: string,
  most: number,
): { found: FoundTarget[]; isMore: boolean } {
  const records = findRecords(matrix, names, text, most);
  const entities = findEntities(matrix, names, text, most);
  const found = [
    ...entities.found.map((entity) => ({
      target: { recordType: '', recordId: '', entityId: matrix.entityId(entity) },
      name: names.entity(entity),
    })),
    ...records.found.map((record) => ({
      target: { recordType: matrix.recordType(record), recordId: matrix.recordId(record), entityId: '' },
      name: names.record(record),
    })),
  ];
  return { found, isMore: records.isMore || entities.isMore };
}

/** In this order: the ID itself, the ID without accents, IDs that begin so, names that begin so, and whatever else contains it. */
const ranks = 5;

/** @param textsOf the type in plain letters, the ID and the name of one. */
function closest(
  count: number,
  most: number,
  text: string,
  textsOf: (index: number) => readonly [type: string, id: string, name: string],
): { found: readonly number[]; isMore: boolean } {
  const typed = text.trim().toLowerCase();
  const wanted = plainLetters(typed);
  if (wanted === '') return { found: [], isMore: false };
  const byRank = Array.from({ length: ranks }, (): number[] => []);
  for (let index = 0; index < count; index++) {
    const among = byRank[rankOf(typed, wanted, ...textsOf(index))];
    // One more than is wanted tells that there are more.
    if (among !== undefined && among.length <= most) among.push(index);
  }
  const all = byRank.flat();
  return { found: all.slice(0, most), isMore: all.length > most };
}

/** 0 is closest; `ranks`: not found. */
function rankOf(typed: string, wanted: string, type: string, id: string, name: string): number {
  const small = id.toLowerCase();
  if (small === typed || `${type} ${small}` === typed) return 0;
  const plain = plainLetters(id);
  const whole = `${type} ${plain}`;
  if (plain === wanted || whole === wanted) return 1;
  if (plain.startsWith(wanted) || whole.startsWith(wanted)) return 2;
  const inName = name === '' ? -1 : plainLetters(name).indexOf(wanted);
  if (inName === 0) return 3;
  return inName > 0 || whole.includes(wanted) ? 4 : ranks;
}
