'use client';

import { useQuery } from '@tanstack/react-query';
import { useConnectionKey } from '@/lib/client/connection';
import { labelsQuery } from '@/lib/client/labels';
import type { Cell } from '@/lib/contract/access';
import { keyNames, noKeyNames } from '@/lib/domain/access/key-names';

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
