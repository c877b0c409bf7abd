import 'server-only';
import { RecentMap } from '@/lib/server/recent-map';

const afterFailureMs = 1_000;
const keysAtOnce = 100;
const mostKept = 1_000;

interface LatestStatesOptions<T> {
  /** Leaves out keys without a state. May reject while the database is down. */
  read: (keys: string[]) => Promise<T[]>;
  keyOf: (state: T) => string;
  everyMs: number;
  onChange: () => void;
}

interface Kept<T> {
  version: number;
  text: string;
  state: T;
}

/** Keeps the newest state of each thing that changes faster than pages need; a version tells a stream what it has sent. */
export class LatestStates<T> {
  readonly #options: LatestStatesOptions<T>;
  readonly #kept = new RecentMap<string, Kept<T>>(mostKept);
  readonly #due = new Set<string>();
  #version = 0;
  #timer: NodeJS.Timeout | null = null;
  #readAt = -Infinity;
  #isClosed = false;

  constructor(options: LatestStatesOptions<T>) {
    this.#options = options;
  }

  get version(): number {
    return this.#version;
  }

  touch(key: string): void {
    this.#due.add(key);
    this.#schedule(Math.max(0, this.#readAt + this.#options.everyMs - performance.now()));
  }

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
    const keys = [...this.#due].slice(0, keysAtOnce);
    for (const key of keys) this.#due.delete(key);
    this.#readAt = performance.now();
    let nextMs = this.#options.everyMs;
    try {
      const before = this.#version;
      for (const state of await this.#options.read(keys)) this.#keep(state);
      if (this.#version > before) this.#options.onChange();
    } catch {
      for (const key of keys) this.#due.add(key); // the database is down
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
