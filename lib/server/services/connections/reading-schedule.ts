import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readDrift } from '@/lib/server/services/metadata/read-drift';
import type { Reads } from '@/lib/contract/connections';
import type { Connection } from '@/lib/server/services/connection';

interface ScheduleParts {
  connections: readonly Connection[];
  /** 0: the console reads only when a person looks. */
  everyMinutes: number;
  log: Pick<Logger, 'warn'>;
}

/**
 * Reads the matrix, the journal lines and the interface of each connection again and again while nobody looks, so that
 * the console notices a change that was made outside. Each replica reads for itself; scheduled requests of all replicas
 * share a fifth of the budget.
 */
export class ReadingSchedule {
  readonly #parts: ScheduleParts;
  readonly #everyMs: number;
  readonly #closing = new AbortController();
  /** By connection key, when its last scheduled read began (`performance.now`). */
  readonly #triedAt = new Map<string, number>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#everyMs = parts.everyMinutes * 60_000;
  }

  start(): void {
    if (this.#everyMs === 0) return;
    for (const connection of this.#parts.connections) void this.#follow(connection);
  }

  /** When the matrix and the lines were last read, and when they are read next (ISO); null: not yet, or not scheduled. */
  readsOf(connection: Connection): Reads {
    const at = (time: number): string | null => (Number.isFinite(time) ? new Date(time).toISOString() : null);
    const now = Date.now();
    const leftMs = Math.max(0, this.#leftMs(connection));
    const isLater = this.#areNew(connection, leftMs);
    return {
      matrixAt: at(now - connection.mirror.ageMs),
      linesAt: at(now - connection.journal.ageMs),
      nextAt: at(now + leftMs),
      nextLinesAt: at(now + leftMs + (isLater ? this.#everyMs : 0)),
    };
  }

  /** Whether the lines will be too new to be read again in so many milliseconds. */
  #areNew({ journal }: Connection, inMs: number): boolean {
    return journal.ageMs + inMs < this.#everyMs / 2;
  }

  /** Until the next scheduled read; NaN without a schedule. A person who looked has had the matrix read meanwhile. */
  #leftMs({ key, mirror }: Connection): number {
    const triedAt = this.#triedAt.get(key) ?? NaN;
    return this.#everyMs - Math.min(performance.now() - triedAt, mirror.ageMs);
  }

  /** Begins no further read; one under way ends with its connection. */
  stop(): void {
    this.#closing.abort();
  }

  async #follow(connection: Connection): Promise<void> {
    const { signal } = this.#closing;
    this.#triedAt.set(connection.key, performance.now());
    while (!signal.aborted) {
      const leftMs = this.#leftMs(connection);
      if (leftMs > 0) {
        await wait(leftMs, undefined, { signal, ref: false }).catch(() => undefined);
        continue;
      }
      this.#triedAt.set(connection.key, performance.now());
      await this.#read(connection);
    }
  }

  async #read(connection: Connection): Promise<void> {
    const { signal } = this.#closing;
    await connection.mirror.readOnSchedule();
    if (!signal.aborted && !this.#areNew(connection, 0)) await connection.journal.readOnSchedule();
    if (signal.aborted) return;
    await readDrift(connection, signal).catch((error: unknown) => {
      if (!signal.aborted)
        this.#parts.log.warn({ err: error, connection: connection.key }, 'The interface could not be read.');
    });
  }
}
