import { ApiError } from '@/lib/client/api';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { isForGood } from '@/lib/contract/error-codes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { readChangeSet } from './changes';

interface SetNews {
  id: string;
  /** Null: the console does not know the set, as after a restore of its database. */
  set: ChangeSet | null;
  /** True once for a set that ended while this page was open. */
  hasJustEnded: boolean;
}

type Listener = (connection: string, news: SetNews) => void;

const readAgainMs = 5_000;

/**
 * The running change sets of this tab by connection. Events, polled lists and new sets feed it; listeners get each
 * set's state.
 */
export class ChangeSetRegister {
  /** By connection. */
  readonly #running = new Map<string, Set<string>>();
  /** When an event or answer last named a set (`performance.now`). */
  readonly #namedAt = new Map<string, number>();
  readonly #listeners = new Set<Listener>();
  readonly #read: (id: string) => Promise<ChangeSet>;

  /** @param read reads a set that left the list of active sets. */
  constructor(read: (id: string) => Promise<ChangeSet>) {
    this.#read = read;
  }

  /**
   * A set that ran and is not in the list has ended.
   * @param askedAt when the list was requested (`performance.now`); newer events win. @param isWhole whether the list
   * has all active sets.
   */
  take(connection: string, sets: readonly ChangeSet[], askedAt: number, isWhole = true): void {
    const isListNewer = ({ id }: { id: string }) => (this.#namedAt.get(id) ?? -Infinity) < askedAt;
    const listed = new Set(sets.map(({ id }) => id));
    for (const set of sets.filter(isListNewer)) this.#tell(connection, set);
    for (const id of isWhole ? this.#runningOf(connection) : [])
      if (!listed.has(id) && isListNewer({ id })) void this.#readEnd(connection, id);
  }

  takeOne(connection: string, set: ChangeSet): void {
    this.#namedAt.set(set.id, performance.now());
    this.#tell(connection, set);
  }

  /** A new set may end before any list contains it. */
  expect(connection: string, id: string): void {
    this.#namedAt.set(id, performance.now());
    this.#runningOf(connection).add(id);
  }

  /** @returns ends it. */
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

  /** Retries until the console answers. */
  async #readEnd(connection: string, id: string): Promise<void> {
    const running = this.#runningOf(connection);
    running.delete(id); // read only once
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

export const changeSetRegister = new ChangeSetRegister(readChangeSet);
