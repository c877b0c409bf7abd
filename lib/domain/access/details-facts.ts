import type { ReadCell } from './change-proposal';
import type { AccessMatrix } from './matrix';
import { naturalOrderOf } from '@/lib/domain/natural-order';

/** The entities a record has assignments with, by whether they may use it; IDs in natural order. */
export interface RecordFacts {
  granted: string[];
  denied: string[];
}

/** How many records of a type an entity may use, of those it has assignments with. */
export interface TypeFacts {
  recordType: string;
  granted: number;
  existing: number;
}

/** Who may use a record. `seen` tells the value as the person sees it, which may be newer than the matrix. */
export function recordFacts(matrix: AccessMatrix, seen: ReadCell, record: number): RecordFacts {
  const facts: RecordFacts = { granted: [], denied: [] };
  matrix.entityIds.forEach((id, entity) => {
    const state = seen(record, entity);
    if (state !== 'none') facts[state].push(id);
  });
  const byId = naturalOrderOf(matrix.entityIds);
  return { granted: facts.granted.sort(byId), denied: facts.denied.sort(byId) };
}

/** What an entity may use, by record type in natural order; types it has no assignment with are left out. */
export function entityFacts(matrix: AccessMatrix, seen: ReadCell, entity: number): TypeFacts[] {
  const facts = matrix.recordTypes.map((recordType) => ({ recordType, granted: 0, existing: 0 }));
  for (let record = 0; record < matrix.recordCount; record++) {
    const ofType = facts[matrix.recordTypeIndex(record)];
    const state = seen(record, entity);
    if (ofType === undefined || state === 'none') continue;
    ofType.existing++;
    if (state === 'granted') ofType.granted++;
  }
  const byName = naturalOrderOf(matrix.recordTypes);
  return facts.filter(({ existing }) => existing > 0).sort((a, b) => byName(a.recordType, b.recordType));
}
