import type { ChangeSet } from '@/lib/contract/changes/changes';
import { endedWell, hasEnded } from '@/lib/domain/changes/progress';

/** Most sets of a connection that wait to be looked at; the oldest make room. */
const mostKept = 20;
const none: readonly string[] = [];

/**
 * Which sets came to their end while this page was open and nobody has looked at them since, newest first. It is told
 * which ones run, by lists, events and whoever makes one here; one that does not run any more has ended.
 */
export class EndedSets {
  readonly #running = new Map<string, Set<string>>();
  readonly #ended = new Map<string, readonly string[]>();
  /** When an event, or whoever made it, last told of a set (`performance.now`), and whether nobody has to look at it. */
  readonly #told = new Map<string, { at: number; isWell: boolean }>();
  readonly #listeners = new Set<() => void>();

  /**
   * Takes a list of the sets of a connection that have not ended; switches tell of themselves elsewhere.
   * @param askedAt when it was asked for (`performance.now`): of a set that was told of since, it knows nothing.
   * @param isWhole whether it has them all: of one that is missing else, it knows nothing either.
   */
  take(connection: string, sets: readonly ChangeSet[], askedAt: number, isWhole = true): void {
    const known = this.#running.get(connection) ?? new Set();
    const active = sets.filter((set) => set.kind !== 'switch' && !hasEnded(set));
    const listed = new Set(sets.map(({ id }) => id));
    const isListNewer = (id: string) =>
      (this.#told.get(id)?.at ?? -Infinity) < askedAt && (isWhole || listed.has(id));
    const running = new Set([
      ...[...known].filter((id) => !isListNewer(id)),
      ...active.map(({ id }) => id).filter(isListNewer),
    ]);
    const before = [...known];
    this.#running.set(connection, running);
    const gone = before.filter((id) => !running.has(id));
    const kept = this.of(connection).filter((id) => !running.has(id)); // one may be tried again
    if (gone.length > 0 || kept.length < this.of(connection).length)
      this.#put(connection, [...gone, ...kept].slice(0, mostKept));
  }

  /** Takes what an event says of one set: a quick one has ended before any list shows it. */
  takeOne(connection: string, set: ChangeSet): void {
    if (set.kind === 'switch') return;
    this.#told.set(set.id, { at: performance.now(), isWell: endedWell(set) });
    if (!hasEnded(set)) this.expect(connection, set.id);
    else if (this.#running.get(connection)?.delete(set.id) === true)
      this.#put(connection, [set.id, ...this.of(connection)].slice(0, mostKept));
  }

  /** A set was made here, or runs again. */
  expect(connection: string, id: string): void {
    this.#told.set(id, { at: performance.now(), isWell: false });
    this.#running.set(connection, new Set(this.#running.get(connection)).add(id));
    this.dismiss(connection, id);
  }

  /** Ids of those of a connection, newest first; the same list until it changes. */
  of(connection: string): readonly string[] {
    return this.#ended.get(connection) ?? none;
  }

  /** Somebody has looked at a set, or wants to hear no more of it. */
  dismiss(connection: string, id: string): void {
    const ended = this.of(connection);
    if (ended.includes(id))
      this.#put(
        connection,
        ended.filter((one) => one !== id),
      );
  }

  /** A set was in sight long enough; and with it, as so many more, those before it at which nobody has to look. */
  dismissSeen(connection: string, id: string): void {
    const ended = this.of(connection);
    const at = ended.indexOf(id);
    if (at < 0) return;
    this.#put(
      connection,
      ended.filter((one, place) => place < at || (place > at && this.#told.get(one)?.isWell !== true)),
    );
  }

  /** Hears of every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(connection: string, ended: readonly string[]): void {
    this.#ended.set(connection, ended);
    for (const listener of this.#listeners) listener();
  }
}

/** Those of this tab. */
export const endedSets = new EndedSets();
