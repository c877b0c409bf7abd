import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Cell } from '@/lib/contract/access';
import type { CellState } from '@/lib/contract/change-states';
import type {
  ChangeCell,
  ChangeCells,
  ChangeList,
  ChangeSet,
  ChangesAccepted,
  CreateChanges,
  History,
  ListChangesQuery,
  UndoPreview,
} from '@/lib/contract/changes';
import type { EvidenceScope } from '@/lib/contract/evidence';
import type { Verification } from '@/lib/contract/verification';
import type { OutsideList, OutsideQuery } from '@/lib/contract/outside-changes';
import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { hasEnded } from '@/lib/domain/changes/progress';
import { targetParameters } from './use-details-target';
import { ApiError, callApi, isSignedOut, mayHaveArrived } from './api';
import { callApiForNamedFile, type NamedFile } from './downloads';
import { endedSets } from './ended-sets';
import { apiPaths, withQuery } from './paths';

/** How often something that moves is asked for again while no events arrive; with them it is only a safety net. */
const withoutEventsMs = 2_000;
const withEventsMs = 15_000;

function every(isLive: boolean, isMoving: boolean): number {
  return isMoving && !isLive ? withoutEventsMs : withEventsMs;
}

/** Filters of a list as texts, as the address has them. */
type Filters<T> = { [K in keyof T]?: string | undefined };

/** A page of change sets, and when it was asked for (`performance.now`). `isLive`: events say what moves. */
export function changeListQuery(
  connection: string | undefined,
  filter: Filters<ListChangesQuery>,
  isLive: boolean,
) {
  return queryOptions({
    queryKey: ['changes', 'list', connection ?? null, filter],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now();
      const path = withQuery(apiPaths.changes, { connection, ...filter });
      return { ...(await callApi<ChangeList>(path, { signal, background: true })), askedAt };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => every(isLive, state.data?.value.some((set) => !hasEnded(set)) === true),
  });
}

/** Sets that have not come to their end, the newest 50. */
export function activeChangesQuery(connection: string | undefined, isLive: boolean) {
  return changeListQuery(connection, { state: 'active' }, isLive);
}

/** One set. */
export function changeSetQuery(id: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['changes', 'set', id],
    queryFn: ({ signal }) => callApi<ChangeSet>(changePath(id), { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data === undefined || !hasEnded(state.data) ? every(isLive, true) : withEventsMs,
  });
}

/** Which cells of a set a page shows. */
export interface CellsShown {
  state: CellState | null;
  q: string;
  page: number;
}

/** A page of 100 cells of a set. */
export function changeCellsQuery(id: string, { state, q, page }: CellsShown) {
  return queryOptions({
    queryKey: ['changes', 'cells', id, state, q, page],
    queryFn: ({ signal }) => {
      const query = { state: state ?? undefined, q: q === '' ? undefined : q, page: String(page) };
      return callApi<ChangeCells>(withQuery(`${changePath(id)}/cells`, query), {
        signal,
        background: true,
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** How a set stands now. @throws ApiError. */
export function readChangeSet(id: string): Promise<ChangeSet> {
  return callApi(changePath(id), { background: true });
}

/** Most cells of a set that are marked where they stand; all are on the set's own page. */
const mostMarked = 500;

/** The first cells of a set that ended in that state, with why. @throws ApiError. */
export async function readCellsInState(id: string, state: CellState): Promise<ChangeCell[]> {
  const path = withQuery(`${changePath(id)}/cells`, { state, pageSize: String(mostMarked) });
  return (await callApi<ChangeCells>(path, { background: true })).value;
}

/** A page of what happened to a target of the matrix. */
export function historyQuery(
  connection: string | undefined,
  target: DetailsTarget,
  before: string | undefined = undefined,
) {
  const about = { ...targetParameters(target), before };
  return queryOptions({
    queryKey: ['changes', 'history', connection ?? null, about],
    queryFn: ({ signal }) =>
      callApi<History>(withQuery(`${apiPaths.changes}/history`, { connection, ...about }), {
        signal,
        background: true,
      }),
    refetchInterval: withEventsMs,
  });
}

/** A page of what changed in the service, not by this console. */
export function outsideQuery(connection: string | undefined, filter: Filters<OutsideQuery>) {
  return queryOptions({
    queryKey: ['changes', 'outside', connection ?? null, filter],
    queryFn: ({ signal }) =>
      callApi<OutsideList>(withQuery(`${apiPaths.changes}/outside`, { connection, ...filter }), {
        signal,
        background: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: withEventsMs,
  });
}

/** Changes outside that are looked at for the matrix, in pages of the list. */
const mostOutsidePages = 10;

/** Cells that changed lately in the service, not by this console; `isPartial`: there are more than are looked at. */
export interface LateOutside {
  cells: Cell[];
  isPartial: boolean;
}

/** The cells that changed lately in the service, not by this console: of the newest 500 entries. */
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
        isPartial = true; // stands for more than a read tells one by one
      else cells.push(cell);
    }
    if (next === null) return { cells, isPartial };
    before = String(next);
  }
  return { cells, isPartial: true };
}

/** What an undo would do now. Never kept: the next question is about another moment. */
export function undoPreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['changes', 'undo', id],
    queryFn: ({ signal }) => callApi<UndoPreview>(`${changePath(id)}/undo`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Makes a change set.
 * @param key names this wish, so that an answer that got lost does not make two sets of it.
 * @returns the id of the set. @throws ApiError.
 */
export async function createChanges(
  connection: string | undefined,
  body: CreateChanges,
  key: string,
): Promise<string> {
  const path = withQuery(apiPaths.changes, { connection });
  const { id } = await callApi<ChangesAccepted>(path, { method: 'POST', body, idempotencyKey: key });
  endedSets.expect(connection, id);
  return id;
}

/** What to say when `createChanges` failed; null where the page goes to the sign-in. */
export function notMadeInWords(error: Error): { title: string; detail: string } | null {
  if (isSignedOut(error)) return null;
  if (mayHaveArrived(error))
    return {
      title: 'It is not known whether the change set was made',
      detail: 'The console’s answer did not arrive. Apply again: it is made once at most.',
    };
  const detail = error instanceof ApiError ? error.problem.detail : 'Reload the page.';
  return { title: 'Nothing was changed', detail };
}

/** Pauses, resumes or cancels a set. @throws ApiError; `conflict` when the set does not stand so. */
export function controlChanges(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<ChangeSet> {
  return callApi(`${changePath(id)}/${action}`, { method: 'POST' });
}

/** Tries cells of an ended set again. @throws ApiError. */
export async function retryChanges(
  id: string,
  outcomes: readonly ('rejected' | 'conflict' | 'cancelled')[],
): Promise<void> {
  await callApi(`${changePath(id)}/retry`, { method: 'POST', body: { outcomes } });
}

/**
 * Takes back what a set did.
 * @param key names this wish, so that an answer that got lost does not make two undos of it.
 * @returns the id of the new set. @throws ApiError.
 */
export async function undoChanges(id: string, reason: string, key: string): Promise<string> {
  const { id: made } = await callApi<ChangesAccepted>(`${changePath(id)}/undo`, {
    method: 'POST',
    body: { reason },
    idempotencyKey: key,
  });
  return made;
}

/** Has the console read its whole log and check every entry. @throws ApiError. */
export function verifyLog(): Promise<Verification> {
  return callApi(`${apiPaths.changes}/verify`);
}

/** Evidence as a ZIP archive, and the name the console gave it; the log notes who took it. @throws ApiError. */
export function exportEvidence(scope: EvidenceScope): Promise<NamedFile> {
  return callApiForNamedFile(`${apiPaths.changes}/export`, 'evidence.zip', { method: 'POST', body: scope });
}

function changePath(id: string): string {
  return `${apiPaths.changes}/${encodeURIComponent(id)}`;
}
