import 'server-only';
import type { ChangeSet } from '@/lib/contract/changes';

/** Reads sets as they are now. */
export type ReadSets = (ids: string[]) => Promise<ChangeSet[]>;

/** A set is read and told four times a second at most. */
const everyMs = 250;
const afterFailureMs = 1_000;
const mostAtOnce = 100;
/** Sets of which the newest state is kept for whoever has not heard it yet. */
const mostKept = 1_000;

interface Kept {
  version: number;
  text: string;
  set: ChangeSet;
}

/** The newest state of change sets that moved on, each state with a number, so that a stream knows which it has sent. */
export class SetNews {
  readonly #read: ReadSets;
  readonly #onNews: () => void;
  /** In the order of their versions. */
  readonly #kept = new Map<string, Kept>();
  readonly #due = new Set<string>();
  #version = 0;
  #timer: NodeJS.Timeout | null = null;
  #readAt = -Infinity;
  #isClosed = false;

  constructor(read: ReadSets, onNews: () => void) {
    this.#read = read;
    this.#onNews = onNews;
  }

  /** Counts the states told so far. */
  get version(): number {
    return this.#version;
  }

  /** A set moved on: its last state is told, those in between need not be. */
  touch(id: string): void {
    this.#due.add(id);
    this.#schedule(Math.max(0, this.#readAt + everyMs - performance.now()));
  }

  /** States newer than a version, oldest first. */
  since(version: number): ChangeSet[] {
    const news: ChangeSet[] = [];
    for (const kept of [...this.#kept.values()].reverse()) {
      if (kept.version <= version) break;
      news.push(kept.set);
    }
    return news.reverse();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#readDue(), ms).unref();
  }

  async #readDue(): Promise<void> {
    const ids = [...this.#due].slice(0, mostAtOnce);
    for (const id of ids) this.#due.delete(id);
    this.#readAt = performance.now();
    let nextMs = everyMs;
    try {
      const sets = await this.#read(ids);
      for (const set of sets) this.#keep(set);
      if (sets.length > 0) this.#onNews();
    } catch {
      for (const id of ids) this.#due.add(id); // the database is away
      nextMs = afterFailureMs;
    }
    this.#timer = null;
    if (this.#due.size > 0) this.#schedule(nextMs);
  }

  #keep(set: ChangeSet): void {
    const text = JSON.stringify(set);
    if (this.#kept.get(set.id)?.text === text) return;
    this.#kept.delete(set.id);
    this.#kept.set(set.id, { version: ++this.#version, text, set });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
