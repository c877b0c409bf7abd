import 'server-only';
import { randomUUID } from 'node:crypto';
import { holdSet, waitingSets } from '@/lib/server/services/changes/held-set';
import { SetRun, type RunParts } from '@/lib/server/services/changes/run-set';
import type { Connection } from '@/lib/server/services/connection';

export interface WorkerParts extends RunParts {
  connections: readonly Connection[];
}

/** How often it looks for work when nobody says that there is some. */
const lookMs = 1_000;
/** Sets at once in one process; the budget of their connection is what they share. */
const mostAtOnce = 8;

/**
 * Runs change sets: takes the lease of one that waits, runs it, and looks for the next. Every replica has one; a set
 * whose worker was killed is taken up by another, or by the next start, once its lease is over.
 */
export class ChangeWorker {
  readonly #parts: WorkerParts;
  readonly #owner = randomUUID();
  readonly #runs = new Map<string, { run: SetRun; done: Promise<void> }>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #unsubscribe: (() => void) | null = null;
  #isDown = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Begins to look for work. */
  start(): void {
    this.#unsubscribe = this.#parts.notices.listen('control', (id) => {
      const running = this.#runs.get(id);
      if (!running) this.#look();
      else void running.run.listen().catch(() => undefined); // its next write finds out as well
    });
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  /** Takes no more work, lets what is in flight end, and gives the leases back. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
    for (const { run } of this.#runs.values()) run.leave();
    await Promise.all([...this.#runs.values()].map(({ done }) => done));
  }

  #look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#takeUp()
      .then(() => {
        if (this.#isDown) this.#parts.log.info('Change sets go on: the database answers again.');
        this.#isDown = false;
      })
      .catch((error: unknown) => {
        if (!this.#isDown)
          this.#parts.log.warn({ err: error }, 'Change sets wait: the database does not answer.');
        this.#isDown = true;
      })
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain && this.#timer) {
          this.#lookAgain = false;
          this.#look();
        }
      });
  }

  async #takeUp(): Promise<void> {
    const { database, pace } = this.#parts;
    const free = mostAtOnce - this.#runs.size;
    if (free <= 0) return;
    for (const id of await waitingSets(database, free)) {
      if (!this.#timer) return;
      const held = await holdSet({ ...this.#parts, leaseMs: pace.leaseMs }, id, this.#owner);
      if (!held || this.#runs.has(id)) continue;
      const run = new SetRun(held, this.#parts);
      const done = run.go().finally(() => {
        this.#runs.delete(id);
        this.#look();
      });
      this.#runs.set(id, { run, done });
    }
  }
}
