import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Cell } from '@/lib/contract/access/access';
import type { CellState } from '@/lib/contract/changes/change-states';
import type {
  ChangeCell,
  ChangeCells,
  ChangeList,
  ChangeSet,
  ListChangesQuery,
} from '@/lib/contract/changes/changes';
import type { OutsideList } from '@/lib/contract/access/outside-changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { lastToUndo } from '@/lib/domain/changes/set-actions';
import { backgroundRead, callApi } from '../api';
import { apiPaths, withQuery } from '../paths';

/** Polling without events, and with them as a safety net. */
const withoutEventsMs = 2_000;
export const withEventsMs = 15_000;

function every(isLive: boolean, isMoving: boolean): number {
  return isMoving && !isLive ? withoutEventsMs : withEventsMs;
}

/** Values as in the address. */
export type Filters<T> = { [K in keyof T]?: string | undefined };

/** A page of change sets, with the time of its request (`performance.now`). @param isLive whether events arrive. */
export function changeListQuery(connection: string, filter: Filters<ListChangesQuery>, isLive: boolean) {
  return queryOptions({
    queryKey: ['changes', 'list', connection, filter],
    queryFn: async ({ signal }) => {
      // The server's answers are older than anything on the page.
      const askedAt = typeof window === 'undefined' ? 0 : performance.now();
      const path = withQuery(apiPaths.changes, { connection, ...filter });
      return { ...(await callApi<ChangeList>(path, { signal, background: true })), askedAt };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => every(isLive, state.data?.value.some((set) => !hasEnded(set)) === true),
  });
}

/** The newest 50. */
export function activeChangesQuery(connection: string, isLive: boolean) {
  return changeListQuery(connection, { state: 'active' }, isLive);
}

export function changeSetQuery(id: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['changes', 'set', id],
    queryFn: backgroundRead<ChangeSet>(changePath(id)),
    refetchInterval: ({ state }) =>
      state.data === undefined || !hasEnded(state.data) ? every(isLive, true) : withEventsMs,
  });
}

/** @throws ApiError. */
export function readChangeSet(id: string): Promise<ChangeSet> {
  return callApi(changePath(id), { background: true });
}

const mostPagesOfMine = 10;

/**
 * The id of the person's newest change that stands or runs, in any tab; null: none among the newest 500.
 * @param unchanged ids to skip. @throws ApiError.
 */
export async function readLastChange(
  connection: string,
  unchanged: ReadonlySet<string>,
): Promise<string | null> {
  let before: string | undefined;
  for (let page = 0; page < mostPagesOfMine; page++) {
    const path = withQuery(apiPaths.changes, { connection, mine: 'true', before });
    const { value, next } = await callApi<ChangeList>(path);
    const last = lastToUndo(value.filter(({ id }) => !unchanged.has(id)));
    if (last !== null || next === null) return last;
    before = next;
  }
  return null;
}

/** The set's own page shows all. */
const mostMarked = 500;

/** @throws ApiError. */
export async function readCellsInState(id: string, state: CellState): Promise<ChangeCell[]> {
  const path = withQuery(`${changePath(id)}/cells`, { state, pageSize: String(mostMarked) });
  return (await callApi<ChangeCells>(path, { background: true })).value;
}

const mostOutsidePages = 10;

/** `isPartial`: there are more. */
export interface LateOutside {
  cells: Cell[];
  isPartial: boolean;
}

/** Cells changed outside lately, of the newest 500 entries. */
export function lateOutsideQuery(connection: string) {
  return queryOptions({
    queryKey: ['changes', 'outside', connection, 'late'],
    queryFn: ({ signal }): Promise<LateOutside> => readLateOutside(connection, signal),
    refetchInterval: withEventsMs,
  });
}

async function readLateOutside(connection: string, signal: AbortSignal): Promise<LateOutside> {
  const cells: Cell[] = [];
  let isPartial = false;
  let before: string | undefined;
  for (let page = 0; page < mostOutsidePages; page++) {
    const path = withQuery(`${apiPaths.changes}/outside`, { connection, before });
    const { value, next } = await callApi<OutsideList>(path, { signal, background: true });
    for (const { cell } of value) {
      if (cell === null)
        isPartial = true; // stands for several cells
      else cells.push(cell);
    }
    if (next === null) return { cells, isPartial };
    before = String(next);
  }
  return { cells, isPartial: true };
}

export function changePath(id: string): string {
  return `${apiPaths.changes}/${encodeURIComponent(id)}`;
}
