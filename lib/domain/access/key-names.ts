import type { Cell } from '@/lib/contract/access';
import type { Labels } from '@/lib/contract/labels';

/** What records and entities are called, by their keys, which are compared exactly; '' where nobody says. */
export interface KeyNames {
  record: (key: Pick<Cell, 'recordType' | 'recordId'>) => string;
  entity: (entityId: string) => string;
}

/** Where nothing has a name. */
export const noKeyNames: KeyNames = { record: () => '', entity: () => '' };

const known = new WeakMap<Labels, KeyNames>();

/** The names of a list, for places that have no matrix; the same object for the same list. */
export function keyNames(labels: Labels): KeyNames {
  const before = known.get(labels);
  if (before !== undefined) return before;
  const keyOf = (recordType: string, recordId: string) => JSON.stringify([recordType, recordId]);
  const ofRecords = new Map(labels.records.map(([type, id, name]) => [keyOf(type, id), name]));
  const ofEntities = new Map(labels.entities);
  const names: KeyNames = {
    record: ({ recordType, recordId }) => ofRecords.get(keyOf(recordType, recordId)) ?? '',
    entity: (entityId) => ofEntities.get(entityId) ?? '',
  };
  known.set(labels, names);
  return names;
}
