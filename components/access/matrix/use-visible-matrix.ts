'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { askedWhile } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { lateOutsideQuery, type LateOutside } from '@/lib/client/changes';
import { labelsQuery } from '@/lib/client/labels';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { useStored, useStoreVersion } from '@/lib/client/matrix/use-matrix-store';
import type { Cell } from '@/lib/contract/access';
import { entityGroups, type EntityGroup } from '@/lib/domain/access/entity-groups';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { entityOrder, recordOrder, recordTypeCounts } from '@/lib/domain/access/filter/matrix-filter';
import { matrixNames, noNames, type MatrixNames } from '@/lib/domain/access/matrix-names';
import { rowOrderOf, visibleMatrix, type VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { partsWithout } from '@/lib/domain/access/filter/text-filter';
import { pendingRows, outsideRows, type AccessAddress } from '@/components/access/filters/access-address';

interface VisibleState {
  shown: VisibleMatrix;
  /** What records and entities are called beside their IDs. */
  names: MatrixNames;
  types: { recordType: string; records: number }[];
  /** All entities in their order. */
  entityIds: string[];
  /** What they are called, '' where nobody says. */
  entityNames: string[];
  groups: EntityGroup[];
  /** IDs that a list asks for and no record has. */
  missing: string[];
  /** What limits the choice of rows that were changed outside; null where nothing does. */
  outsideNote: string | null;
}

const none: readonly Cell[] = [];

/** What of the store's matrix the address asks to see; null while there is none. */
export function useVisibleMatrix(store: MatrixStore, address: AccessAddress): VisibleState | null {
  const { type, q, entity, rows, sort, reverse, used } = address;
  const connection = useConnectionKey();
  const matrix = useStored(store, ({ document }) => document?.matrix ?? null);
  const known = useMemo(() => {
    if (matrix === null) return null;
    const orders = { records: recordOrder(matrix), entities: entityOrder(matrix) };
    const entityIds = [...orders.entities].map((index) => matrix.entityId(index));
    return { orders, entityIds, groups: entityGroups(entityIds), types: recordTypeCounts(matrix) };
  }, [matrix]);
  const { data: labels } = useQuery(labelsQuery(connection));
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  const entityNames = useMemo(
    () => (known === null ? [] : Array.from(known.orders.entities, (entity) => names.entity(entity))),
    [known, names],
  );
  const isOutside = rows === outsideRows;
  const { data: late, error: unread } = useQuery({
    ...lateOutsideQuery(connection),
    ...askedWhile(isOutside),
  });
  const outside = late?.cells ?? none;
  const outsideNote = isOutside ? outsideNoteOf(late, unread) : null;
  const isPending = rows === pendingRows;
  const version = useStoreVersion(store, isPending);
  useEffect(() => (isPending ? store.cells.keepPending() : undefined), [store, isPending]);
  const shown = useMemo(() => {
    if (matrix === null || known === null) return null;
    const query = {
      recordTypes: type,
      text: q,
      entity,
      rows: isPending || isOutside ? null : rows,
      isUsedOnly: used,
      sort: rowOrderOf(matrix, sort),
      isReversed: reverse,
      names,
    };
    if (isOutside) {
      const changed = new Set(outside.map((cell) => matrix.recordIndex(cell.recordType, cell.recordId)));
      return visibleMatrix(matrix, known.orders, query, (record) => changed.has(record));
    }
    if (!isPending) return visibleMatrix(matrix, known.orders, query);
    const pending = store.cells.pendingRecords();
    return visibleMatrix(matrix, known.orders, query, (record) => pending.has(record));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `version` stands for what the store holds
  }, [
    matrix,
    known,
    names,
    type,
    q,
    entity,
    rows,
    used,
    sort,
    reverse,
    store,
    version,
    isPending,
    isOutside,
    outside,
  ]);
  const missing = useMemo(() => (matrix === null ? [] : partsWithout(q, recordIds(matrix))), [matrix, q]);
  return useMemo(
    () => shown && known && { shown, ...known, names, entityNames, missing, outsideNote },
    [shown, known, names, entityNames, missing, outsideNote],
  );
}

/** Why rows that were changed outside may not all be shown; null when they are. */
function outsideNoteOf(late: LateOutside | undefined, error: Error | null): string | null {
  if (late === undefined)
    return error === null
      ? 'What changed outside is being read.'
      : 'What changed outside could not be read; the page goes on trying.';
  return late.isPartial ? 'More changed outside than is shown: Changes has all.' : null;
}

function* recordIds(matrix: AccessMatrix): Generator<string> {
  for (let record = 0; record < matrix.recordCount; record++) yield matrix.recordId(record);
}
