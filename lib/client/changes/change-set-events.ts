import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeList, ChangeSet } from '@/lib/contract/changes/changes';
import type { AccessEvent } from '@/lib/contract/events';
import { hasEnded } from '@/lib/domain/changes/progress';
import { askAgain } from '../asked-again';

/** After the first event of many, which mostly come together. */
const gatherMs = 200;
/** From one reading to the next: many switches at once are no reason to read as often. */
const [listsPauseMs, historiesPauseMs] = [500, 2_000];

/** Takes what events tell into what the page knows, and has read anew what they only hint at. */
export class ChangeSetEvents {
  readonly #client: QueryClient;
  /** How the sets stood that have not ended. */
  readonly #standings = new Map<string, string>();
  readonly #due = new Map<string, ReturnType<typeof setTimeout>>();
  /** When each was read last because of an event (`performance.now`). */
  readonly #read = new Map<string, number>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Hears of a set as it is now. */
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
    // An older answer that is still on its way must not take the event's place: it is asked for anew.
    if (isAsked) void this.#client.invalidateQueries({ queryKey });
    else this.#readSoon(queryKey); // for its steps, which no event tells
    // A set that is new, or stands otherwise, may belong on other lists than it stands on.
    this.#readSoon(['changes', 'list'], listsPauseMs);
    this.#readSoon(['changes', 'activity', connection], historiesPauseMs);
  }

  /** Hears of cells that changed, or of a review: histories, counts and the list of what changed outside may be others. */
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

  /** Nothing more is read; it hears no more after this. */
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
