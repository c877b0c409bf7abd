import 'server-only';
import type { LoadEvent } from '@/lib/contract/events';
import type { Connection } from '@/lib/server/services/connection';

/** How far a read is, is told twice a second at most. */
const everyMs = 500;

/** How far the reading of one connection's matrix is; each state has a number. */
export class LoadNews {
  readonly #connection: Pick<Connection, 'key' | 'mirror'>;
  readonly #onNews: () => void;
  readonly #stop: () => void;
  #version = 1;
  #told: string;
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: Pick<Connection, 'key' | 'mirror'>, onNews: () => void) {
    this.#connection = connection;
    this.#onNews = onNews;
    this.#told = JSON.stringify(this.now());
    this.#stop = connection.mirror.subscribe(() => {
      this.#timer ??= setTimeout(() => this.#tell(), everyMs).unref();
    });
  }

  /** Counts the states told so far. */
  get version(): number {
    return this.#version;
  }

  now(): LoadEvent {
    return { connection: this.#connection.key, ...this.#connection.mirror.progress() };
  }

  close(): void {
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = null;
    const told = JSON.stringify(this.now());
    if (told === this.#told) return;
    this.#told = told;
    this.#version++;
    this.#onNews();
  }
}
