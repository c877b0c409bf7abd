'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AccessChanges } from '@/lib/client/access-changes';
import { lateOutsideQuery, type LateOutside } from '@/lib/client/changes';
import { labelsQuery } from '@/lib/client/labels';
import type { Cell } from '@/lib/contract/access';
import type { CollectedChanges } from '@/lib/domain/access/collected-changes';
import { entityGroups, type EntityGroup } from '@/lib/domain/access/entity-groups';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import {
  entityOrder,
  recordOrder,
  recordTypeCounts,
  visibleEntities,
  visibleRecords,
} from '@/lib/domain/access/matrix-filter';
import { matrixNames, noNames, type MatrixNames } from '@/lib/domain/access/matrix-names';
import { rowOrderOf, shownMatrix, type ShownMatrix } from '@/lib/domain/access/shown-matrix';
import { partsWithout } from '@/lib/domain/access/text-filter';
import { openRows, outsideRows, type AccessAddress } from './access-address';
import { remarksInTurn, type CellRemarks } from './cell-remarks';

interface Beyond {
  connection: string | undefined;
  changes: AccessChanges;
  collected: CollectedChanges;
  unknown: readonly Cell[] | undefined;
}

interface ShownState {
  shown: ShownMatrix;
  remarks: CellRemarks;
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
  /** How much a file covers, which follows types and texts only. */
  covered: { records: number; entities: number; isAll: boolean };
}

const none: readonly Cell[] = [];

/** What of a matrix the address asks to see; null while there is none. */
export function useShownMatrix(
  matrix: AccessMatrix | null,
  address: AccessAddress,
  { connection, changes, collected, unknown = none }: Beyond,
): ShownState | null {
  const { type, q, entity, rows, sort, reverse, used } = address;
  const [remarksOf] = useState(() => remarksInTurn());
  const known = useMemo(() => {
    if (matrix === null) return null;
    const orders = { records: recordOrder(matrix), entities: entityOrder(matrix) };
    const entityIds = [...orders.entities].map((index) => matrix.entityId(index));
    return {
      orders,
      entityIds,
      groups: entityGroups(entityIds),
      types: recordTypeCounts(matrix),
      remarks: remarksOf(matrix, connection),
    };
  }, [matrix, connection, remarksOf]);
  const { data: labels } = useQuery(labelsQuery(connection));
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  const entityNames = useMemo(
    () => (known === null ? [] : Array.from(known.orders.entities, (entity) => names.entity(entity))),
    [known, names],
  );
  const isOutside = rows === outsideRows;
  const { data: late, error: unread } = useQuery({ ...lateOutsideQuery(connection), enabled: isOutside });
  const outside = late?.cells ?? none;
  const outsideNote = isOutside ? outsideNoteOf(late, unread) : null;
  const opened = useBeyondVersion(rows === openRows, changes, collected);
  const shown = useMemo(() => {
    if (matrix === null || known === null) return null;
    const wish = {
      recordTypes: type,
      text: q,
      entity,
      rows: rows === openRows || rows === outsideRows ? null : rows,
      isUsedOnly: used,
      sort: rowOrderOf(matrix, sort),
      isReversed: reverse,
      names,
    };
    if (rows !== openRows) {
      known.remarks.forgetOpened();
      if (isOutside) {
        const changed = new Set(outside.map((cell) => matrix.recordIndex(cell.recordType, cell.recordId)));
        return shownMatrix(matrix, known.orders, wish, (record) => changed.has(record));
      }
      return shownMatrix(matrix, known.orders, wish);
    }
    known.remarks.takeOver(changes, collected, unknown);
    const open = known.remarks.openRecords();
    return shownMatrix(matrix, known.orders, wish, (record) => open.has(record));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `opened` stands for what the two stores hold
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
    changes,
    collected,
    unknown,
    opened,
    isOutside,
    outside,
  ]);
  const missing = useMemo(() => (matrix === null ? [] : partsWithout(q, recordIds(matrix))), [matrix, q]);
  const covered = useMemo(() => {
    if (matrix === null || known === null) return null;
    const filter = { recordTypes: type, text: q };
    const records = visibleRecords(matrix, known.orders.records, filter, names).length;
    const entities = visibleEntities(matrix, known.orders.entities, entity, names).length;
    return { records, entities, isAll: records === matrix.recordCount && entities === matrix.entityCount };
  }, [matrix, known, names, type, q, entity]);
  return useMemo(
    () => shown && known && covered && { shown, ...known, names, entityNames, missing, covered, outsideNote },
    [shown, known, names, entityNames, missing, covered, outsideNote],
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

/** Another number whenever something beyond the matrix changed, while that matters. */
export function useBeyondVersion(isOn: boolean, changes: AccessChanges, collected: CollectedChanges): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const more = () => setVersion((before) => before + 1);
    const stops = [changes.subscribe({ cells: more, news: () => undefined }), collected.subscribe(more)];
    return () => stops.forEach((stop) => stop());
  }, [isOn, changes, collected]);
  return version;
}

function* recordIds(matrix: AccessMatrix): Generator<string> {
  for (let record = 0; record < matrix.recordCount; record++) yield matrix.recordId(record);
}
