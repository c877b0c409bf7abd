import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CellState } from '@/lib/contract/changes/change-states';
import type { ChangeCell, ChangeCells, History, UndoPreview } from '@/lib/contract/changes/changes';
import type { OutsideList, OutsideQuery } from '@/lib/contract/access/outside-changes';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { backgroundRead, callApi } from '../api';
import { changePath, withEventsMs, type Filters } from './changes';
import { apiPaths, targetParameters, withQuery } from '../paths';

export interface CellsShown {
  state: CellState | null;
  q: string;
  page: number;
}

/** A page of 100 cells. */
export function changeCellsQuery(id: string, { state, q, page }: CellsShown) {
  const query = { state: state ?? undefined, q: q === '' ? undefined : q, page: String(page) };
  return queryOptions({
    queryKey: ['changes', 'cells', id, state, q, page],
    queryFn: backgroundRead<ChangeCells>(withQuery(`${changePath(id)}/cells`, query)),
    placeholderData: keepPreviousData,
  });
}

const [mostPrinted, pageSize] = [2_000, 500];

/**
 * The first lines of a set for paper.
 * @param press each press reads them once, whatever happens to the set meanwhile.
 */
export function printedCellsQuery(id: string, press: number) {
  return queryOptions({
    queryKey: ['printed-cells', id, press], // not below `changes`, which events invalidate
    queryFn: async ({ signal }) => {
      const value: ChangeCell[] = [];
      for (let page = 1; ; page++) {
        const asked = { page: String(page), pageSize: String(pageSize) };
        const path = withQuery(`${changePath(id)}/cells`, asked);
        const answer = await callApi<ChangeCells>(path, { signal, background: true });
        value.push(...answer.value);
        if (value.length >= Math.min(answer.total, mostPrinted) || answer.value.length === 0)
          return { value, total: answer.total };
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function historyQuery(connection: string, target: DetailsTarget, before?: string) {
  const about = { ...targetParameters(target), before };
  return queryOptions({
    queryKey: ['changes', 'history', connection, about],
    queryFn: backgroundRead<History>(withQuery(`${apiPaths.changes}/history`, { connection, ...about })),
    refetchInterval: withEventsMs,
  });
}

export function outsideQuery(connection: string, filter: Filters<OutsideQuery>) {
  return queryOptions({
    queryKey: ['changes', 'outside', connection, filter],
    queryFn: backgroundRead<OutsideList>(withQuery(`${apiPaths.changes}/outside`, { connection, ...filter })),
    placeholderData: keepPreviousData,
    refetchInterval: withEventsMs,
  });
}

/** Never kept: the values change. */
export function undoPreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['changes', 'undo', id],
    queryFn: ({ signal }) => callApi<UndoPreview>(`${changePath(id)}/undo`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
