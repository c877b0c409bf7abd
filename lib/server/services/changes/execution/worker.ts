import 'server-only';
import { randomUUID } from 'node:crypto';
import type { AccessChange } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import { isUnavailable } from '@/lib/server/db/or-unavailable';
import { unlessAborted, withDeadline } from '@/lib/server/until';
import { ChangeSetStore } from '../store/change-set-store';
import { createChangeSet, type NewChangeSet } from '../store/create-change-set';
import {
  cancelledElsewhere,
  leasedChangeSet,
  sendWithinMs,
  takeLease,
  waitingChangeSets,
  type LeasedChangeSet,
  type WaitingQueue,
} from '../store/lease';
import { removeCutOff } from '../store/storing';
import { ChangeSetRun, offWords, type Awaited, type RunParts } from './run';
import type { Connection } from '@/lib/server/services/connection';
import { newWorkCell } from '../store/work-cell';
import type { ReasonRule } from '@/lib/contract/session/session';

export interface WorkerParts extends RunParts {
  connections: readonly Connection[];
}

export interface AskedSwitch extends Omit<
  NewChangeSet,
  'connection' | 'kind' | 'cells' | 'lease' | 'source'
> {
  connection: Connection;
  cell: AccessChange;
  config: { accessReason: ReasonRule };
}

/** How often the worker looks for work without a notice. */
const lookMs = 1_000;
/** Runs of one queue at once in one process; they share their connection's budget. */
const mostAtOnce = 8;

/** Runs waiting change sets. Every replica has a worker; another takes over a killed one's sets as their leases end. */
export class ChangeWorker {
  readonly #parts: WorkerParts;
  readonly #owner = randomUUID();
  readonly #queues: readonly WaitingQueue[];
  readonly #runs = new Map<string, { run: ChangeSetRun; done: Promise<void>; queue: WaitingQueue | null }>();
  /** By cell, the newest switch that a request here waits for: when it is stored, and when it is over. */
  readonly #newest = new Map<string, { stored: Promise<unknown>; over: Promise<unknown> }>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #unsubscribe: (() => void) | null = null;
  #isDown = false;
  readonly #unreadable = new Set<string>();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#queues = parts.connections.flatMap((connection) =>
      [true, false].map((isOfSwitches) => ({ connection, isOfSwitches })),
    );
  }

  start(): void {
    this.#unsubscribe = this.#parts.signals.listen('control', (id) => {
      const running = this.#runs.get(id);
      if (!running) this.#look();
      else void running.run.readControl().catch(() => undefined); // its next write finds out as well
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

  /**
   * Stores and runs a switch at once, even before `start`. Keeps the switches of one cell in order, so that each sees
   * the result of the one before.
   * @param signal aborted when the caller leaves.
   * @returns `run`, when over; null for a repeated request.
   * @throws ConsoleError as `createChangeSet`.
   */
  async makeSwitch(
    asked: AskedSwitch,
    signal: AbortSignal,
  ): Promise<{ id: string; run: ChangeSetRun | null }> {
    const key = `${asked.connection.key} ${cellKey(asked.cell)}`;
    const before = this.#newest.get(key);
    const stored = (before?.stored ?? Promise.resolve()).then(() => this.#store(asked, before === undefined));
    const made = stored.then(async ({ id, changeSet, claimed }) => {
      if (!changeSet) return { id, run: null };
      const earlier = before && untilEarlierAreOver(before.over, signal);
      const { run, done } = this.#start(changeSet, null, { claimed, earlier, signal });
      await done;
      return { id, run };
    });
    const mine = { stored: stored.catch(() => undefined), over: Promise.allSettled([before?.over, made]) };
    this.#newest.set(key, mine);
    void mine.over.then(() => {
      if (this.#newest.get(key) === mine) this.#newest.delete(key);
    });
    return made;
  }

  async #store({ connection, cell, config, ...asked }: AskedSwitch, claims: boolean) {
    const { policy, ledger, database } = this.#parts;
    const { leaseMs } = policy;
    const { id, row, isClaimed } = await createChangeSet(
      { ledger, database, config },
      {
        ...asked,
        ...{ connection: connection.key, kind: 'switch', cells: [cell], source: null, claims },
        lease: { owner: this.#owner, ms: leaseMs },
      },
    );
    const changeSet = row && leasedChangeSet(row, connection, leaseMs);
    return { id, changeSet, claimed: isClaimed ? newWorkCell(cell) : null };
  }

  #start(changeSet: LeasedChangeSet, queue: WaitingQueue | null, awaited: Awaited | null = null) {
    const { id } = changeSet;
    const run = new ChangeSetRun(changeSet, this.#parts, awaited);
    const done = run.go().finally(() => {
      this.#runs.delete(id);
      if (queue) this.#look();
    });
    this.#runs.set(id, { run, done, queue });
    return { run, done };
  }

  #look(): void {
    if (!this.#timer) return;
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

  /** Leases a set; null when another worker has it or its row cannot be read, which must not stop other sets. */
  async #lease<C extends { key: string }>(
    id: string,
    connections: readonly C[],
  ): Promise<LeasedChangeSet<C> | null> {
    const { policy, log } = this.#parts;
    try {
      const parts = { ...this.#parts, connections, leaseMs: policy.leaseMs };
      const changeSet = await takeLease(parts, id, this.#owner);
      this.#unreadable.delete(id);
      return changeSet;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!this.#unreadable.has(id)) log.error({ set: id, err: error }, 'A change set cannot be taken up.');
      this.#unreadable.add(id);
      return null;
    }
  }

  async #takeUp(): Promise<void> {
    for (const queue of this.#queues) await this.#takeUpFrom(queue);
    await this.#cancelElsewhere();
    const until = performance.now() + lookMs;
    await removeCutOff(this.#parts, () => !this.#timer || performance.now() > until);
  }

  /** Ends unsent cells of sets whose connection is gone; sent cells stay unconfirmed. */
  async #cancelElsewhere(): Promise<void> {
    const { connections, database, log } = this.#parts;
    const keys = connections.map(({ key }) => key);
    const until = performance.now() + lookMs; // keeps other sets from waiting long; the next look goes on
    for (const { id, connection, withdrawn } of await cancelledElsewhere(database, keys, mostAtOnce)) {
      const isOver = () => !this.#timer || performance.now() > until;
      if (isOver()) return;
      const changeSet = await this.#lease(id, [{ key: connection }]);
      if (!changeSet) continue;
      try {
        const store = new ChangeSetStore(this.#parts, changeSet);
        while (!isOver() && (await store.cancelUnsent(offWords(withdrawn))));
        if (!store.hasEnded) await store.rest(null);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error({ set: id, err: error }, 'A change set could not be cancelled; it is tried again.');
      }
    }
  }

  async #takeUpFrom(queue: WaitingQueue): Promise<void> {
    const isFull = () => [...this.#runs.values()].filter((one) => one.queue === queue).length >= mostAtOnce;
    if (isFull()) return;
    // More than there is room for: this process may run some, and unreadable ones stay the oldest.
    const most = 2 * mostAtOnce + this.#unreadable.size;
    for (const id of await waitingChangeSets(this.#parts.database, queue, most)) {
      if (!this.#timer || isFull()) return;
      if (this.#runs.has(id)) continue; // this process slept; its next write ends that run
      const changeSet = await this.#lease(id, this.#parts.connections);
      if (!changeSet) continue;
      this.#start(changeSet, queue);
    }
  }
}

/** Waits until the earlier switches are over, the caller leaves, or the deadline passes; the run checks which. */
async function untilEarlierAreOver(isOver: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const waiting = withDeadline((ends) => unlessAborted(isOver, ends), sendWithinMs, signal);
  await waiting.catch(() => undefined);
}
