import { ApiError } from '@/lib/client/api';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { isForGood } from '@/lib/contract/error-codes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { readChangeSet } from './changes';

/** How a change set stands now. */
interface SetNews {
  id: string;
  /** Null: the console does not know it any more, as after a restore of its database. */
  set: ChangeSet | null;
  /** It ran while this page was open, and ended; said once. */
  hasJustEnded: boolean;
}

type Listener = (connection: string, news: SetNews) => void;

const readAgainMs = 5_000;

/**
 * The change sets that run, by connection: the one register of this tab. It hears of sets by events, by polled lists
 * and from the page that makes one, and tells its listeners how each stands.
 */
export class ChangeSetRegister {
  /** Ids of the sets that run, by connection. */
  readonly #running = new Map<string, Set<string>>();
  /** When an event or an answer to this page last named a set (`performance.now`). */
  readonly #namedAt = new Map<string, number>();
  readonly #listeners = new Set<Listener>();
  readonly #read: (id: string) => Promise<ChangeSet>;

  /** @param read asks the console for a set that left the list of active sets. */
  constructor(read: (id: string) => Promise<ChangeSet>) {
    this.#read = read;
  }

  /**
   * Takes a list of the active sets of a connection: a set that ran and is not in it has ended.
   * @param askedAt when the page asked for the list (`performance.now`); newer events win over it.
   * @param isWhole whether the list has all active sets.
   */
  take(connection: string, sets: readonly ChangeSet[], askedAt: number, isWhole = true): void {
    const isListNewer = ({ id }: { id: string }) => (this.#namedAt.get(id) ?? -Infinity) < askedAt;
    const listed = new Set(sets.map(({ id }) => id));
    for (const set of sets.filter(isListNewer)) this.#tell(connection, set);
    for (const id of isWhole ? this.#runningOf(connection) : [])
      if (!listed.has(id) && isListNewer({ id })) void this.#readEnd(connection, id);
  }

  /** Takes what an event says of one set. */
  takeOne(connection: string, set: ChangeSet): void {
    this.#namedAt.set(set.id, performance.now());
    this.#tell(connection, set);
  }

  /** This page made a set, or a set runs again: a quick one may end before any list shows it. */
  expect(connection: string, id: string): void {
    this.#namedAt.set(id, performance.now());
    this.#runningOf(connection).add(id);
  }

  /** Calls `listener` with how each set stands, until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #runningOf(connection: string): Set<string> {
    const running = this.#running.get(connection) ?? new Set();
    this.#running.set(connection, running);
    return running;
  }

  #tell(connection: string, set: ChangeSet): void {
    const running = this.#runningOf(connection);
    const isOver = hasEnded(set);
    const hasJustEnded = isOver && running.delete(set.id);
    if (!isOver) running.add(set.id);
    this.#say(connection, { id: set.id, set, hasJustEnded });
  }

  /** Reads a set that is no longer active, until there is an answer. */
  async #readEnd(connection: string, id: string): Promise<void> {
    const running = this.#runningOf(connection);
    running.delete(id); // it is read once
    for (;;)
      try {
        const set = await this.#read(id);
        running.add(id);
        return this.takeOne(connection, set);
      } catch (error) {
        const code = error instanceof ApiError ? error.problem.code : undefined;
        if (code === 'not-found') return this.#say(connection, { id, set: null, hasJustEnded: false });
        if (isForGood(code) || code === 'signed-out') return;
        await new Promise((resolve) => setTimeout(resolve, readAgainMs));
      }
  }

  #say(connection: string, news: SetNews): void {
    for (const listener of this.#listeners) listener(connection, news);
  }
}

/** The register of this tab. */
export const changeSetRegister = new ChangeSetRegister(readChangeSet);
