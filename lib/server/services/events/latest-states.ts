import 'server-only';
import { RecentMap } from '@/lib/server/recent-map';

const afterFailureMs = 1_000;
/** Keys of one read. */
const mostAtOnce = 100;
/** Keys whose newest state is kept for streams that have not sent it yet. */
const mostKept = 1_000;

interface LatestStatesOptions<T> {
  /** Reads states as they are now; a key without one is left out. May reject while the database is away. */
  read: (keys: string[]) => Promise<T[]>;
  keyOf: (state: T) => string;
  /** The shortest time between two reads, in milliseconds. */
  everyMs: number;
  onChange: () => void;
}

interface Kept<T> {
  version: number;
  text: string;
  state: T;
}

/**
 * The newest state of what changes faster than pages need to know: change sets, reads of a matrix. Each state has a
 * version, so that a stream knows which it has sent; states in between are passed over.
 */
export class LatestStates<T> {
  readonly #options: LatestStatesOptions<T>;
  /** By key, in the order of their versions. */
  readonly #kept = new RecentMap<string, Kept<T>>(mostKept);
  readonly #due = new Set<string>();
  #version = 0;
  #timer: NodeJS.Timeout | null = null;
  #readAt = -Infinity;
  #isClosed = false;

  constructor(options: LatestStatesOptions<T>) {
    this.#options = options;
  }

  /** The version of the newest state; 0 before the first. */
  get version(): number {
    return this.#version;
  }

  /** Has a state read again soon. */
  touch(key: string): void {
    this.#due.add(key);
    this.#schedule(Math.max(0, this.#readAt + this.#options.everyMs - performance.now()));
  }

  /** States newer than a version, oldest first. */
  since(version: number): T[] {
    const newer: T[] = [];
    for (const kept of [...this.#kept.values()].reverse()) {
      if (kept.version <= version) break;
      newer.push(kept.state);
    }
    return newer.reverse();
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
    const keys = [...this.#due].slice(0, mostAtOnce);
    for (const key of keys) this.#due.delete(key);
    this.#readAt = performance.now();
    let nextMs = this.#options.everyMs;
    try {
      const before = this.#version;
      for (const state of await this.#options.read(keys)) this.#keep(state);
      if (this.#version > before) this.#options.onChange();
    } catch {
      for (const key of keys) this.#due.add(key); // the database is away
      nextMs = afterFailureMs;
    }
    this.#timer = null;
    if (this.#due.size > 0) this.#schedule(nextMs);
  }

  #keep(state: T): void {
    const [key, text] = [this.#options.keyOf(state), JSON.stringify(state)];
    if (this.#kept.get(key)?.text === text) return;
    this.#kept.set(key, { version: ++this.#version, text, state });
  }
}
