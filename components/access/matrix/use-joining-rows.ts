import { useEffect, useState } from 'react';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** Milliseconds after a new value, and after the person's last press, until rows may move. */
const restMs = 1_000;

/** What the filters let through of a matrix. @param kept stays listed, whatever its values are by now. */
export type ListRows = (kept: VisibleMatrix | null) => VisibleMatrix;

/**
 * The list of a filter by values. Rows and columns that fit after a new value of the service join it soon; where nothing
 * is shown, at once. What no longer fits stays until `listRows` is another one, so that no row leaves under a pointer.
 */
export function useJoiningRows(
  store: MatrixStore,
  matrix: AccessMatrix | null,
  listed: VisibleMatrix | null,
  listRows: ListRows | null,
): VisibleMatrix | null {
  const [joined, setJoined] = useState<{ of: ListRows; list: VisibleMatrix } | null>(null);
  const list = joined !== null && joined.of === listRows ? joined.list : listed;
  useEffect(() => {
    if (matrix === null || list === null || listRows === null) return;
    let seen = matrix.revision;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      seen = matrix.revision;
      const next = listRows(list);
      const isMore = next.records.length > list.records.length || next.entities.length > list.entities.length;
      if (isMore) setJoined({ of: listRows, list: next });
    };
    const stop = store.subscribe(() => {
      if (matrix.revision === seen) return;
      if (list.records.length === 0 || list.entities.length === 0) return look();
      if (timer !== undefined && store.cells.inFlight === 0) return;
      clearTimeout(timer);
      timer = setTimeout(look, restMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, matrix, list, listRows]);
  return list;
}
