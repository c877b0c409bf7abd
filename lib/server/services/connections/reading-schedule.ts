import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readDrift } from '@/lib/server/services/metadata/read-drift';
import type { Reads } from '@/lib/contract/connections';
import { Mutex } from '@/lib/server/mutex';
import type { Connection } from '@/lib/server/services/connection';

interface ScheduleParts {
  connections: readonly Connection[];
  /** 0: the console reads only when a person looks. */
  everyMinutes: number;
  log: Pick<Logger, 'warn'>;
}

const kinds = ['matrix', 'lines', 'interface'] as const;

type Kind = (typeof kinds)[number];

/**
 * Reads the matrix, the journal lines and the interface of each connection again and again while nobody looks, so that
 * the console notices a change that was made outside. Each replica reads for itself; scheduled requests of all replicas
 * share a fifth of the budget.
 */
export class ReadingSchedule {
  readonly #parts: ScheduleParts;
  readonly #everyMs: number;
  readonly #closing = new AbortController();
  /** When the last scheduled read of each kind began (`performance.now`), by connection key and kind. */
  readonly #triedAt = new Map<string, number>();
  /** By connection key: one read after the other, each of which may fill the memory with a long list. */
  readonly #turns = new Map<string, Mutex>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#everyMs = parts.everyMinutes * 60_000;
  }

  start(): void {
    if (this.#everyMs === 0) return;
    for (const connection of this.#parts.connections)
      for (const kind of kinds) void this.#follow(connection, kind);
  }

  /** When the matrix and the lines were last read, and when they are read next (ISO); null: not yet, or not scheduled. */
  readsOf(connection: Connection): Reads {
    const at = (time: number): string | null => (Number.isFinite(time) ? new Date(time).toISOString() : null);
    const now = Date.now();
    const next = (kind: Kind): string | null => at(now + Math.max(0, this.#leftMs(connection, kind)));
    return {
      matrixAt: at(now - connection.mirror.ageMs),
      linesAt: at(now - connection.journal.ageMs),
      nextAt: next('matrix'),
      nextLinesAt: next('lines'),
    };
  }

  /** Until the next scheduled read; NaN without a schedule. A person who looked may have had it read meanwhile. */
  #leftMs({ key, mirror, journal }: Connection, kind: Kind): number {
    const triedAt = this.#triedAt.get(`${key} ${kind}`) ?? NaN;
    const ageMs = kind === 'matrix' ? mirror.ageMs : kind === 'lines' ? journal.ageMs : Infinity;
    return this.#everyMs - Math.min(performance.now() - triedAt, ageMs);
  }

  /** Begins no further read; one under way ends with its connection. */
  stop(): void {
    this.#closing.abort();
  }

  /** Each kind has a time of its own: a page that keeps one of them new keeps no other from being read. */
  async #follow(connection: Connection, kind: Kind): Promise<void> {
    const { signal } = this.#closing;
    const turns = this.#turns.get(connection.key) ?? new Mutex();
    this.#turns.set(connection.key, turns);
    const tried = () => this.#triedAt.set(`${connection.key} ${kind}`, performance.now());
    tried();
    while (!signal.aborted) {
      const leftMs = this.#leftMs(connection, kind);
      if (leftMs > 0) {
        await wait(leftMs, undefined, { signal, ref: false }).catch(() => undefined);
        continue;
      }
      tried();
      await turns.run(() => this.#read(connection, kind));
    }
  }

  async #read(connection: Connection, kind: Kind): Promise<void> {
    if (this.#closing.signal.aborted) return;
    if (kind === 'matrix') return connection.mirror.readOnSchedule();
    if (kind === 'lines') return connection.journal.readOnSchedule();
    const { signal } = this.#closing;
    await readDrift(connection, signal).catch((error: unknown) => {
      if (!signal.aborted)
        this.#parts.log.warn({ err: error, connection: connection.key }, 'The interface could not be read.');
    });
  }
}
