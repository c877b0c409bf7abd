import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';

type Listener = (connection: string, id: string) => void;

/** Notices when a change set ends while this page is open, and says it once. Switches are shown where they were pressed. */
export class EndedSets {
  /** Ids of the sets that run, by connection. */
  readonly #running = new Map<string, Set<string>>();
  /** When an event or an answer to this page last named a set (`performance.now`). */
  readonly #namedAt = new Map<string, number>();
  readonly #listeners = new Set<Listener>();

  /**
   * Takes a list of the active sets of a connection: a set that ran and is not in it has ended.
   * @param askedAt when the page asked for the list (`performance.now`); newer events win over it.
   * @param isWhole whether the list has all active sets.
   */
  take(connection: string, sets: readonly ChangeSet[], askedAt: number, isWhole = true): void {
    const running = this.#runningOf(connection);
    const listed = new Set(sets.map(({ id }) => id));
    const isListNewer = (id: string) => (this.#namedAt.get(id) ?? -Infinity) < askedAt;
    const active = new Set(sets.filter((set) => set.kind !== 'switch' && !hasEnded(set)).map(({ id }) => id));
    const gone = [...running].filter(
      (id) => !active.has(id) && isListNewer(id) && (isWhole || listed.has(id)),
    );
    for (const id of active) if (isListNewer(id)) running.add(id);
    for (const id of gone) this.#end(connection, id);
  }

  /** Takes what an event says of one set. */
  takeOne(connection: string, set: ChangeSet): void {
    if (set.kind === 'switch') return;
    if (!hasEnded(set)) return this.expect(connection, set.id);
    this.#namedAt.set(set.id, performance.now());
    this.#end(connection, set.id);
  }

  /** This page made a set, or a set runs again: a quick one may end before any list shows it. */
  expect(connection: string, id: string): void {
    this.#namedAt.set(id, performance.now());
    this.#runningOf(connection).add(id);
  }

  /** Calls `listener` for each set that ends, until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #runningOf(connection: string): Set<string> {
    const running = this.#running.get(connection) ?? new Set();
    this.#running.set(connection, running);
    return running;
  }

  #end(connection: string, id: string): void {
    if (!this.#runningOf(connection).delete(id)) return;
    for (const listener of this.#listeners) listener(connection, id);
  }
}

/** The sets of this tab. */
export const endedSets = new EndedSets();
