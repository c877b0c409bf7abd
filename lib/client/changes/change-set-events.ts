import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ChangeList, ChangeSet } from '@/lib/contract/changes/changes';
import type { AccessEvent } from '@/lib/contract/events';
import { hasEnded } from '@/lib/domain/changes/progress';
import { askAgain } from '../asked-again';
import { useEffect } from 'react';
import { changeSetRegister } from './change-set-register';
import { subscribeEvents } from '../events/events';
import { useEvents } from '../events/use-events';

/** Events mostly come in groups. */
const gatherMs = 200;
/** Pauses between two reads of a list, and of a history. */
const [listsPauseMs, historiesPauseMs] = [500, 2_000];

/** Applies events to cached answers, and reads again what events do not contain. */
export class ChangeSetEvents {
  readonly #client: QueryClient;
  /** States of sets that have not ended. */
  readonly #standings = new Map<string, string>();
  readonly #due = new Map<string, ReturnType<typeof setTimeout>>();
  /** When an event last triggered each read (`performance.now`). */
  readonly #read = new Map<string, number>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  takeSet(set: ChangeSet, connection: string): void {
    const standing = `${set.state} ${String(set.asked)}`;
    const isOther = hasEnded(set) || this.#standings.get(set.id) !== standing;
    if (hasEnded(set)) this.#standings.delete(set.id);
    else this.#standings.set(set.id, standing);
    const queryKey = ['changes', 'set', set.id];
    const isAsked = this.#client.isFetching({ queryKey }) > 0;
    this.#client.setQueriesData<ChangeSet>({ queryKey }, (known) => ({ steps: known?.steps, ...set }));
    this.#client.setQueriesData<ChangeList>(
      { queryKey: ['changes', 'list', connection] },
      (known) => known && { ...known, value: known.value.map((one) => (one.id === set.id ? set : one)) },
    );
    if (hasEnded(set) && set.undoOf !== null) this.#readSoon(['changes', 'set', set.undoOf]); // less of it is left
    if (!isOther) return;
    // An older answer under way must not replace the event: read again.
    if (isAsked) void this.#client.invalidateQueries({ queryKey });
    else this.#readSoon(queryKey); // for its steps, which no event contains
    // Another state may move a set to other lists.
    this.#readSoon(['changes', 'list'], listsPauseMs);
    this.#readSoon(['changes', 'activity', connection], historiesPauseMs);
  }

  takeAccess({ cells, reviewed }: AccessEvent, connection: string): void {
    if (reviewed) {
      this.#readSoon(['changes', 'outside', connection], listsPauseMs);
      this.#readSoon(['changes', 'activity', connection], listsPauseMs);
    }
    if (cells.length === 0) return;
    this.#readSoon(['changes', 'history', connection], historiesPauseMs);
    this.#readSoon(['access', connection, 'summary'], historiesPauseMs);
    if (!cells.some(({ outside }) => outside)) return;
    this.#readSoon(['changes', 'outside', connection], historiesPauseMs);
    this.#readSoon(['changes', 'activity', connection], historiesPauseMs);
  }

  stop(): void {
    for (const timer of this.#due.values()) clearTimeout(timer);
  }

  #readSoon(queryKey: QueryKey, pauseMs = 0): void {
    const name = JSON.stringify(queryKey);
    if (this.#due.has(name)) return;
    const read = () => {
      this.#due.delete(name);
      this.#read.set(name, performance.now());
      void askAgain(this.#client, queryKey);
    };
    const sinceLast = performance.now() - (this.#read.get(name) ?? -Infinity);
    this.#due.set(name, setTimeout(read, Math.max(gatherMs, pauseMs - sinceLast)));
  }
}

/** Applies events to the page's change sets, histories and outside changes. Stands once, in the shell. */
export function useChangeSets(connection: string): void {
  const client = useQueryClient();
  const isLive = useEvents(connection);
  useEffect(() => {
    const events = new ChangeSetEvents(client);
    const stops = [
      subscribeEvents('change-set', (set, from) => {
        events.takeSet(set, from);
        changeSetRegister.takeOne(from, set);
      }),
      subscribeEvents('access', (told, from) => events.takeAccess(told, from)),
    ];
    return () => {
      for (const stop of stops) stop();
      events.stop();
    };
  }, [client]);
  useEffect(() => {
    if (!isLive) return;
    // Earlier events are not repeated.
    void askAgain(client, ['changes']);
    void askAgain(client, ['access', connection, 'summary']);
  }, [client, connection, isLive]);
}
