import type { Labels } from '@/lib/contract/access/labels';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { KeyNames } from './named';

/** Where nothing has a name. */
export const noKeyNames: KeyNames = { record: () => '', entity: () => '', group: () => '' };

const known = new WeakMap<Labels, KeyNames>();

/** The names of a list, for places that have no matrix; the same object for the same list. */
export function keyNames(labels: Labels): KeyNames {
  const before = known.get(labels);
  if (before !== undefined) return before;
  const texts = new Map<string, string>();
  const keyOf = (recordType: string, recordId: string, entityId = '') =>
    cellKey({ recordType, recordId, entityId });
  for (const [type, id, name] of labels.records) texts.set(keyOf(type, id), name);
  for (const [id, name] of labels.entities) texts.set(keyOf('', '', id), name);
  const groups = new Map(labels.entities.map(([id, , group]) => [id, group ?? '']));
  const names: KeyNames = {
    record: ({ recordType, recordId }) => texts.get(keyOf(recordType, recordId)) ?? '',
    entity: (entityId) => texts.get(keyOf('', '', entityId)) ?? '',
    group: (entityId) => groups.get(entityId) ?? '',
  };
  known.set(labels, names);
  return names;
}
