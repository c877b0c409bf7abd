import type { AccessMatrix, CellState } from './matrix';
import { plural } from '@/lib/domain/counted';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import { inDigits } from '@/lib/domain/reader-formats';

/** A cell's value as the person sees it; `unconfirmed` where a change was sent without proof. */
export type ProvenState = CellState | 'unconfirmed';

type ReadProven = (record: number, entity: number) => ProvenState;

/** The entities by whether they may use a record; `none`: it is not set up for them. IDs in natural order. */
export type RecordFacts = Record<ProvenState, string[]>;

/** How many records of a type an entity may use, of those it has assignments with. */
export interface TypeFacts {
  recordType: string;
  granted: number;
  denied: number;
  unconfirmed: number;
}

/** Who may use a record. `seen` tells the value as the person sees it, which may be newer than the matrix. */
export function recordFacts(matrix: AccessMatrix, seen: ReadProven, record: number): RecordFacts {
  const facts: RecordFacts = { granted: [], denied: [], unconfirmed: [], none: [] };
  matrix.entityIds.forEach((id, entity) => facts[seen(record, entity)].push(id));
  const byId = naturalOrderOf(matrix.entityIds);
  for (const ids of Object.values(facts)) ids.sort(byId);
  return facts;
}

/** What an entity may use, by record type in natural order; types it has no assignment with are left out. */
export function entityFacts(matrix: AccessMatrix, seen: ReadProven, entity: number): TypeFacts[] {
  const facts = matrix.recordTypes.map((recordType) => ({
    recordType,
    granted: 0,
    denied: 0,
    unconfirmed: 0,
  }));
  for (let record = 0; record < matrix.recordCount; record++) {
    const ofType = facts[matrix.recordTypeIndex(record)];
    const state = seen(record, entity);
    if (ofType !== undefined && state !== 'none') ofType[state]++;
  }
  const byName = naturalOrderOf(matrix.recordTypes);
  return facts
    .filter(({ granted, denied, unconfirmed }) => granted + denied + unconfirmed > 0)
    .sort((a, b) => byName(a.recordType, b.recordType));
}

/** What is said of assignments that something is to be said of beyond their value, told by how many they are. */
export function pendingInWords(count: number): string {
  const many = `${inDigits(count)} of these ${plural(count, 'is', 'are')} marked in the matrix`;
  return `${many}: staged, waiting, on the way, unconfirmed or not changed. The mark says which.`;
}
