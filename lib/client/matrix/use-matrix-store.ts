import { useMemo, useSyncExternalStore } from 'react';
import { callApi } from '@/lib/client/api';
import { changeSetRegister } from '@/lib/client/changes/change-set-register';
import { readCellsInState, readChangeSet } from '@/lib/client/changes/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { areEventsLive, lastEvent, subscribeEvents, subscribeLiveness } from '@/lib/client/events/events';
import { apiPaths, withQuery } from '@/lib/client/paths';
import { isLeavingSession } from '@/lib/client/session/leave-session';
import { pagePerson } from '@/lib/client/session/page-person';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes/changes';
import { MatrixStore, type StoreParts } from './matrix-store';
import type { StagedKeeper } from './staged-changes';

/** The stores of this page by connection; a page belongs to one person. */
const stores = new Map<string, MatrixStore>();

/** The store of the page's connection. It outlives the pages of a tab. */
export function useMatrixStore(): MatrixStore {
  const connection = useConnectionKey();
  return useMemo(() => storeOf(connection), [connection]);
}

/**
 * A value of the store; React renders again when it changes.
 * @param select returns a plain value, or the same object until it changes.
 */
export function useStored<T>(store: MatrixStore, select: (store: MatrixStore) => T): T {
  const read = () => select(store);
  return useSyncExternalStore(store.subscribe, read, read);
}

/** A number that grows with each change of the store. @param isOn false: 0, and no renders. */
export function useStoreVersion(store: MatrixStore, isOn: boolean): number {
  return useStored(store, ({ version }) => (isOn ? version : 0));
}

function storeOf(connection: string): MatrixStore {
  // The server draws once: its store gets no events, and the next page gets another one.
  if (typeof window === 'undefined') return newStore(connection, null);
  const known = stores.get(connection);
  if (known !== undefined) return known;
  const store = newStore(connection, keeperOf(connection));
  stores.set(connection, store);
  follow(store, connection);
  window.addEventListener('beforeunload', (event) => {
    // The browser asks before it leaves. Staged changes outlast the page and the session, but not the tab.
    if (!isLeavingSession() && (store.cells.inFlight > 0 || store.staged.size > 0)) event.preventDefault();
  });
  window.addEventListener('pagehide', () => store.staged.keep());
  return store;
}

function newStore(connection: string, keeper: StagedKeeper | null): MatrixStore {
  const path = withQuery(apiPaths.access, { connection });
  const transport: StoreParts['transport'] = {
    post: (change, idempotencyKey) => callApi(path, { method: 'POST', body: change, idempotencyKey }),
    readSet: readChangeSet,
    readUndone,
    wait: (ms) => passedOrBack(ms, connection),
  };
  return new MatrixStore({ transport, personId: pagePerson(), keeper });
}

/** Resolves after `ms`, or when the network or the events are back. @returns whether they are back. */
function passedOrBack(ms: number, connection: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('online', back);
      unsubscribe();
      resolve(isBack);
    };
    const back = () => end(true);
    const timer = setTimeout(() => end(false), ms);
    window.addEventListener('online', back);
    const unsubscribe = subscribeLiveness(() => {
      if (areEventsLive(connection)) back();
    });
  });
}

/** Hands all events and change sets of its connection to the store, for as long as the tab is there. */
export function follow(store: MatrixStore, connection: string): void {
  const last = lastEvent(connection);
  let hasBegun = last !== null;
  if (last !== null) store.takeHello(last, false);
  subscribeEvents('hello', ({ after, reset }, from) => {
    if (from !== connection) return;
    // Without a reset a stream goes on where the one before ended: no event was missed.
    if (reset || !hasBegun) store.takeHello(after, reset);
    hasBegun = true;
  });
  subscribeEvents('access', ({ cells }, from, seq) => {
    if (from === connection) store.takeCells(cells, seq);
  });
  changeSetRegister.subscribe((from, { id, set, hasJustEnded }) => {
    if (from !== connection) return;
    if (set === null) store.forgetSet(id);
    else store.takeSet(set, hasJustEnded);
  });
  subscribeEvents('load', (event, from) => {
    if (from === connection) store.takeLoad(event);
  });
}

async function readUndone({ id, kind, counts }: ChangeSet): Promise<ChangeCell[]> {
  const cells: ChangeCell[] = [];
  // The person who cancelled a set knows it; a switch is cancelled by the console only.
  const states = ['conflict', 'rejected', ...(kind === 'switch' ? (['cancelled'] as const) : [])] as const;
  for (const state of states) if (counts[state] > 0) cells.push(...(await readCellsInState(id, state)));
  return cells;
}

/** The tab's storage for one person and connection: another person who signs in here does not see it. */
function keeperOf(connection: string): StagedKeeper | null {
  const person = pagePerson();
  if (person === null) return null;
  const name = `mem-staged:${JSON.stringify([person, connection])}`;
  return {
    read: () => {
      try {
        return sessionStorage.getItem(name);
      } catch {
        return null; // the browser has no storage for the page
      }
    },
    write: (text) => {
      try {
        sessionStorage.removeItem(name); // an old text would be wrong where the new one does not fit
        if (text !== null) sessionStorage.setItem(name, text);
        return true;
      } catch {
        return false; // the browser has no storage, or not enough
      }
    },
  };
}
