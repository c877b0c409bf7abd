'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { askedWhile } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { lateOutsideQuery, type LateOutside } from '@/lib/client/changes/changes';
import { labelsQuery } from '@/lib/client/labels';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import type { Cell } from '@/lib/contract/access/access';
import { entityOrder, recordOrder, recordTypeCounts } from '@/lib/domain/access/filter/matrix-filter';
import { matrixNames, namesByKey, noNames, type MatrixNames } from '@/lib/domain/access/names/matrix-names';
import {
  withBandsFolded,
  rowOrderOf,
  visibleMatrix,
  type VisibleMatrix,
} from '@/lib/domain/access/filter/visible-matrix';
import { partsWithout } from '@/lib/domain/access/filter/text-filter';
import {
  openBands,
  outsideRows,
  pendingRows,
  type AccessAddress,
} from '@/components/access/filters/access-address';
import { isPageChoice } from '@/lib/contract/access/file-kinds';
import { useFittingBands } from './use-fitting-bands';
import { useJoiningRows, type ListRows } from './use-joining-rows';

interface VisibleState {
  shown: VisibleMatrix;
  /** Names of records and entities. */
  names: MatrixNames;
  types: { recordType: string; records: number }[];
  /** Record types whose bands are unfolded where the address does not say. */
  fittingBands: readonly string[];
  /** All entities in their order. */
  entityIds: string[];
  /** Their names, '' where they have none. */
  entityNames: string[];
  /** Names of their groups, '' for none. */
  groupNames: string[];
  /** IDs that a list asks for and no record has. */
  missing: string[];
  /** What limits the choice of rows that were changed outside; null where nothing does. */
  outsideNote: string | null;
  /** Why names are missing; null where they are not, or where none were imported. */
  namesNote: string | null;
}

const none: readonly Cell[] = [];
const noTypes: VisibleState['types'] = [];

/**
 * The part of the store's matrix that the address asks for; null while there is no matrix.
 * @param rowsInView as `useRowsInView` answers.
 */
export function useVisibleMatrix(
  store: MatrixStore,
  address: AccessAddress,
  rowsInView: number | null,
): VisibleState | null {
  const { type, q, entity, rows, used, sort, reverse, fold, unfold, foldGroup } = address;
  const connection = useConnectionKey();
  const matrix = useStored(store, ({ document }) => document?.matrix ?? null);
  const recordParts = useMemo(
    () => matrix && { records: recordOrder(matrix), types: recordTypeCounts(matrix) },
    [matrix],
  );
  const { data: labels, isPending: isUnnamed } = useQuery(labelsQuery(connection));
  const namesNote = isUnnamed || labels ? null : 'Names could not be read; only IDs are shown.';
  const names = useMemo(() => (matrix && labels ? matrixNames(matrix, labels) : noNames), [matrix, labels]);
  useEffect(() => {
    if (matrix !== null) store.takeNames(namesByKey(matrix, names));
  }, [store, matrix, names]);
  const known = useMemo(() => {
    if (matrix === null || recordParts === null) return null;
    const { records, types } = recordParts;
    const entities = entityOrder(matrix, names);
    const inOrder = (textOf: (entity: number) => string) => [...entities].map(textOf);
    return {
      orders: { records, entities },
      types,
      entityIds: inOrder((entity) => matrix.entityId(entity)),
      entityNames: inOrder(names.entity),
      groupNames: inOrder(names.group),
    };
  }, [matrix, recordParts, names]);
  const isWhole = useStored(store, ({ document }) => document?.status.complete === true);
  const fittingBands = useFittingBands(connection, known?.types ?? noTypes, isWhole, rowsInView);
  const isOutside = rows === outsideRows;
  const { data: late, error: unread } = useQuery({
    ...lateOutsideQuery(connection),
    enabled: askedWhile(isOutside),
  });
  const outside = late?.cells ?? none;
  const outsideNote = isOutside ? outsideNoteOf(late, unread) : null;
  const isPending = rows === pendingRows;
  // Rows only join while they are kept: a value that changes moves no row.
  const pendingCount = useStored(store, ({ cells }) => (isPending ? cells.pendingRecords().size : 0));
  useEffect(() => (isPending ? store.cells.keepPending() : undefined), [store, isPending]);
  const listRows = useMemo<ListRows | null>(() => {
    if (matrix === null || known === null) return null;
    const changed = new Set(outside.map((cell) => matrix.recordIndex(cell.recordType, cell.recordId)));
    const pending = isPending ? store.cells.pendingRecords() : null;
    const only = pending ?? (isOutside ? changed : null);
    const query = {
      recordTypes: type,
      text: q,
      entity,
      rows: isPageChoice(rows) ? null : rows,
      isUsedOnly: used,
      sort: rowOrderOf(matrix, sort),
      isReversed: reverse,
      names,
    };
    const isIn = only && ((record: number) => only.has(record));
    return (kept) => visibleMatrix(matrix, known.orders, query, isIn, kept);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `pendingCount` stands for which they are
  }, [
    matrix,
    known,
    names,
    store,
    pendingCount,
    isPending,
    isOutside,
    outside,
    type,
    q,
    entity,
    rows,
    used,
    sort,
    reverse,
  ]);
  const listed = useMemo(() => listRows && listRows(null), [listRows]);
  const isByValue = used || (rows !== null && !isPageChoice(rows));
  const list = useJoiningRows(store, matrix, listed, isByValue ? listRows : null);
  const isOpen = useMemo(
    () => openBands({ type, q, rows, fold, unfold }, fittingBands),
    [type, q, rows, fold, unfold, fittingBands],
  );
  const banded = useMemo(
    () => (matrix === null || list === null ? null : withBandsFolded(matrix, list, isOpen)),
    [matrix, list, isOpen],
  );
  const shown = useMemo(
    () => banded && { ...banded, columns: banded.columns.withGroupsFolded(foldGroup) },
    [banded, foldGroup],
  );
  const missing = useMemo(() => (matrix === null ? [] : partsWithout(q, matrix.recordIds())), [matrix, q]);
  return useMemo(
    // Not without names: columns would grow under the pointer.
    () =>
      isUnnamed || rowsInView === null
        ? null
        : shown && known && { shown, ...known, fittingBands, names, missing, outsideNote, namesNote },
    [isUnnamed, rowsInView, shown, known, fittingBands, names, missing, outsideNote, namesNote],
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
