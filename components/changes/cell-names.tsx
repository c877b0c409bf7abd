'use client';

import { useQuery } from '@tanstack/react-query';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import type { Cell } from '@/lib/contract/access/access';
import type { Labels } from '@/lib/contract/access/labels';

/** What the record and the entity of an assignment are called; nothing where nobody says. */
export function CellNames({ cell }: { cell: Cell }) {
  const { data } = useQuery(labelsQuery(useConnectionKey()));
  const names = data === undefined ? noKeyNames : keyNames(data);
  const record = names.record(cell);
  const entity = names.entity(cell.entityId);
  if (record === '' && entity === '') return null;
  return (
    <span className="block text-xs font-normal wrap-anywhere text-text-muted">
      {record !== '' && <bdi>{record}</bdi>}
      {record !== '' && entity !== '' && ', '}
      {entity !== '' && (
        <>
          entity <bdi>{entity}</bdi>
        </>
      )}
    </span>
  );
}

/** What records and entities are called, by their keys, which are compared exactly; '' where nobody says. */
interface KeyNames {
  record: (key: Pick<Cell, 'recordType' | 'recordId'>) => string;
  entity: (entityId: string) => string;
}

/** Where nothing has a name. */
const noKeyNames: KeyNames = { record: () => '', entity: () => '' };

const known = new WeakMap<Labels, KeyNames>();

/** The names of a list, for places that have no matrix; the same object for the same list. */
function keyNames(labels: Labels): KeyNames {
  const before = known.get(labels);
  if (before !== undefined) return before;
  const keyOf = (recordType: string, recordId: string) => JSON.stringify([recordType, recordId]);
  const ofRecords = new Map(labels.records.map(([type, id, name]) => [keyOf(type, id), name]));
  const ofEntities = new Map(labels.entities.map(([id, name]) => [id, name]));
  const names: KeyNames = {
    record: ({ recordType, recordId }) => ofRecords.get(keyOf(recordType, recordId)) ?? '',
    entity: (entityId) => ofEntities.get(entityId) ?? '',
  };
  known.set(labels, names);
  return names;
}
