import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unconfirmedState, type UndecidedState } from '@/lib/contract/changes/change-states';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { isUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { ChangeSetStore, type Failure } from '../store/change-set-store';
import { LeaseLostError, renewLease, type LeasedChangeSet, type SetControl } from '../store/lease';
import { dueCells, nextDueMs, type WorkCell } from '../store/work-cell';
import { execute, lookAgain, type Execution } from './execute';
import { ForbiddenEntities } from './forbidden-entities';
import { switchPolicy, type ExecutionPolicy } from './policy';

export interface RunParts {
  database: Database;
  ledger: Ledger;
  signals: ReplicaSignals;
  log: Logger;
  policy: ExecutionPolicy;
}

/** Seconds of the budget in one batch: the greatest age of a read value when it is overwritten. */
const batchSeconds = 3;
const smallestBatch = 8;
const largestBatch = 500;
/** One batch is sent while the other is read. */
const pipelines = 2;
/** A run waits this long for postponed cells; for longer it gives the lease back. */
const shortWaitMs = 2_000;
const shortWaitOfSwitchMs = 500;
/** Limit of each request of a switch, retries included: a person waits. */
const longestRequestMs = 30_000;
const claimAgainMs = { set: 300, switch: 50 };

const lateWords =
  'The console could not send this while somebody waited for it, so it was not sent at all. Ask for it again.';
const busyWords =
  'Another change of this assignment is still being made. Nothing was sent. Try again in a moment.';
const abandonedWords =
  'The page or script that asked for this went away while another change of the assignment was being made, so it was not sent.';
const stoppedWords = 'Somebody stopped this change before it was sent. Nothing was changed.';

/** Why unsent cells are cancelled. @param withdrawn why the starter may no longer act. */
export function offWords(withdrawn: string | null): string {
  return withdrawn === null ? cancelledWords : `Permission withdrawn: ${withdrawn}`;
}

const longestFaultPauseMs = 60 * 60_000;
const faultWords =
  'The console failed while it ran this set. What was in flight is asked for; the rest waits. It tries again by itself; if it fails again, tell the operator of the console.';

const claimedElsewhere = 'Another change of this assignment is being made at this moment.';

export interface Awaited {
  /** The cell, if it was claimed when it was stored. */
  claimed: WorkCell | null;
  /** Ends when the earlier switches of the cell are over. */
  earlier: Promise<unknown> | undefined;
  signal: AbortSignal;
}

/** Runs a change set under one lease, until it ends, pauses, or has nothing to do for a while. */
export class ChangeSetRun {
  readonly store: ChangeSetStore;
  /** What ended this run early, or the service's refusal of a switch; null: nothing. */
  failure: Error | null = null;
  readonly #parts: RunParts;
  readonly #changeSet: LeasedChangeSet;
  readonly #execution: Execution;
  readonly #awaited: Awaited | null;
  readonly #isSwitch: boolean;
  readonly #aborter = new AbortController();
  readonly #picked = new Set<number>();
  readonly #failedPositions = new Set<number>();
  #picking: Promise<unknown> = Promise.resolve();
  #serviceFailure: Failure | null = null;
  #hasProgressed = false;
  #isLeaving = false;
  #isStopRequested = false;
  #isBusy: boolean;

  constructor(changeSet: LeasedChangeSet, parts: RunParts, awaited: Awaited | null = null) {
    this.#parts = parts;
    this.#changeSet = changeSet;
    this.#awaited = awaited;
    this.#isSwitch = changeSet.kind === 'switch';
    this.#isBusy = awaited?.earlier !== undefined;
    this.store = new ChangeSetStore(parts, changeSet);
    const { database, policy } = parts;
    const { settings } = changeSet.connection.upstream;
    const forbidden = new ForbiddenEntities({
      ...{ database, store: this.store, changeSetId: changeSet.id },
      ...{ limit: policy.stormAfter, postponeMs: policy.firstPauseMs },
    });
    this.#execution = {
      changeSet,
      store: this.store,
      database: parts.database,
      policy: { ...parts.policy, ...(this.#isSwitch && switchPolicy), whenNotDone: 'send again' },
      log: parts.log,
      options: {
        priority: this.#isSwitch ? 'interactive' : 'background',
        requestId: changeSet.requestId,
        // A switch has few requests with a limit each, and its next write notices a lost lease.
        ...(this.#isSwitch
          ? { deadlineMs: Math.min(longestRequestMs, settings.timeoutSeconds * 1_000) }
          : { signal: this.#aborter.signal }),
      },
      isEnding: () => this.#isEnding(),
      whenForbidden: ({ cell }) => forbidden.judge(cell.entityId),
      onOutcome: (outcome) => this.#takeOutcome(outcome),
      onStopped: () => (this.#isStopRequested = true),
    };
  }

  /** Reads again whether a person paused or cancelled the set. */
  async readControl(): Promise<void> {
    const { control, withdrawn } = await this.store.control();
    if (control !== 'run' || withdrawn !== null) this.#isStopRequested = true;
  }

  /** Ends after what is in flight (a switch: after it is made) and gives the lease back for another worker. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Runs until there is nothing to do for now. Never rejects: the next run reads the cells in flight. */
  async go(): Promise<void> {
    const { database } = this.#parts;
    const heartbeat = setInterval(() => void this.#keepLease(), this.#changeSet.leaseMs / 3);
    const longestWaitMs = this.#isSwitch ? shortWaitOfSwitchMs : shortWaitMs;
    try {
      if (this.#awaited?.claimed) await execute(this.#execution, [this.#awaited.claimed]);
      else await this.#awaited?.earlier;
      while (!this.store.hasEnded && (await this.#round())) {
        const next = await nextDueMs(database, this.#changeSet.id, ['pending', unconfirmedState]);
        if (next === null || next > longestWaitMs) return await this.store.rest(next);
        await wait(Math.max(20, next));
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('It gave no reason.', { cause: error });
      if (!this.store.hasEnded) await this.#handleFailure(error);
    } finally {
      clearInterval(heartbeat);
      this.#aborter.abort(new LeaseLostError('This run is over.'));
    }
  }

  async #handleFailure(error: unknown): Promise<void> {
    const { log } = this.#parts;
    const words = { set: this.#changeSet.id, err: error };
    if (error instanceof LeaseLostError || isUnavailable(error)) {
      const level = error instanceof LeaseLostError ? 'info' : 'warn';
      log[level](words, 'A change set stopped on the way; it will be taken up again.');
      return;
    }
    log.error(words, 'The console failed at a change set, which pauses.');
    const pauses = { firstPauseMs: this.#parts.policy.firstPauseMs, longestPauseMs: longestFaultPauseMs };
    await this.store
      .pauseAfterFailure({ code: 'internal', detail: faultWords }, pauses)
      .catch(() => undefined); // without the database a worker takes the set up again later
  }

  async #round(): Promise<boolean> {
    const { database, policy } = this.#parts;
    const asked = await this.store.control();
    const { control, withdrawn } = asked;
    if (withdrawn !== null) await this.store.withdraw(withdrawn);
    const isOff = control === 'cancel' || withdrawn !== null;
    const whyNotSent = this.#whyNotSent(asked);
    const said = this.#isSwitch ? this.#serviceFailure?.detail : '';
    if (whyNotSent !== null) while (await this.store.cancelUnsent(whyNotSent, said));
    if (this.store.hasEnded) return false;
    // A switch is not sent again after its caller was told that it is unconfirmed.
    const readPolicy = {
      ...this.#execution.policy,
      ...(this.#isSwitch && { mostSends: 0 }),
      ...(isOff && { whenNotDone: 'cancel' as const }),
    };
    const states: UndecidedState[] = whyNotSent === null ? [unconfirmedState] : ['pending', unconfirmedState];
    for (const state of states) {
      const due = await dueCells(database, this.#changeSet.id, { state, most: largestBatch });
      if (due.cells.length > 0) await lookAgain({ ...this.#execution, policy: readPolicy }, due);
      if (this.store.hasEnded) return false;
    }
    if (whyNotSent !== null) return !this.#isLeaving || this.#rest(0);
    if (control === 'pause')
      return this.#rest(await nextDueMs(database, this.#changeSet.id, [unconfirmedState]));
    // After a failure the worker first sends one cell, to see whether the service is back.
    while (this.#isProbing() && (await this.#batch(1)));
    await Promise.all(Array.from({ length: pipelines }, () => this.#pipeline()));
    if (this.store.hasEnded) return false;
    if (this.#isLeaving) return this.#rest(0);
    if (this.#serviceFailure !== null && !this.#isStopRequested && !this.#isSwitch) {
      await this.store.pauseAfterFailure(this.#serviceFailure, policy);
      return false;
    }
    this.#isStopRequested = false;
    return true;
  }

  /** Gives the lease back. @returns that nothing more is to be done in this run. */
  async #rest(retryMs: number | null): Promise<false> {
    await this.store.rest(retryMs);
    return false;
  }

  async #pipeline(): Promise<void> {
    const { ratePerSecond } = this.#changeSet.connection.upstream.settings;
    const size = Math.min(largestBatch, Math.ceil((ratePerSecond * batchSeconds) / pipelines));
    // Starts small, so that people soon see progress.
    let most = smallestBatch;
    while (await this.#batch(most)) most = Math.max(smallestBatch, Math.min(size, most * 2));
  }

  async #batch(size: number): Promise<boolean> {
    if (this.#isEnding() || this.store.hasEnded) return false;
    const cells = await this.#pick(size);
    try {
      if (cells.length > 0) await this.#change(cells);
    } catch (error) {
      this.#aborter.abort(error);
      throw error;
    } finally {
      for (const { position } of cells) this.#picked.delete(position);
    }
    return cells.length > 0;
  }

  #isProbing(): boolean {
    return this.#changeSet.consecutiveFailures > 0 && !this.#hasProgressed;
  }

  async #change(cells: readonly WorkCell[]): Promise<void> {
    const claimed = await this.store.claim(cells);
    const others = cells.filter((cell) => !claimed.includes(cell));
    this.#isBusy = others.length > 0;
    const nextMs = claimAgainMs[this.#isSwitch ? 'switch' : 'set'];
    await this.store.record(
      others.map((cell) => ({ cell, to: 'pending', nextMs, detail: claimedElsewhere })),
    );
    await execute(this.#execution, claimed);
  }

  /** Takes the next cells, one call after the other, so that two pipelines never take the same. */
  #pick(size: number): Promise<WorkCell[]> {
    const cells = this.#picking.then(async () => {
      const most = size + this.#picked.size;
      // Copied first: a cell may be decided and leave `#picked` while its row is read.
      const picked = new Set(this.#picked);
      const due = await dueCells(this.#parts.database, this.#changeSet.id, { state: 'pending', most });
      const free = due.cells.filter(({ position }) => !picked.has(position)).slice(0, size);
      for (const { position } of free) this.#picked.add(position);
      return free;
    });
    this.#picking = cells.catch(() => undefined);
    return cells;
  }

  /** Why nothing more is to be sent, in words. A switch ends where another set would pause. */
  #whyNotSent({ control, withdrawn, isLate }: SetControl): string | null {
    if (withdrawn !== null) return offWords(withdrawn);
    if (!this.#isSwitch) return control === 'cancel' ? cancelledWords : null;
    if (control !== 'run') return stoppedWords;
    if (this.#serviceFailure) return this.#serviceFailure.detail;
    if (isLate) return this.#isBusy ? busyWords : lateWords;
    return this.#awaited?.signal.aborted ? abandonedWords : null;
  }

  #isEnding(): boolean {
    return (
      (this.#isLeaving && !this.#isSwitch) ||
      this.#isStopRequested ||
      this.#serviceFailure !== null ||
      this.#aborter.signal.aborted
    );
  }

  #takeOutcome(outcome: Parameters<Execution['onOutcome']>[0]): void {
    if (outcome === 'went well' || outcome.of === 'refused') {
      this.#failedPositions.clear(); // a refusal is a proper answer too
      // A refusal does not show that the service takes changes again.
      if (outcome === 'went well') this.#hasProgressed = true;
      else this.failure = outcome.error;
      return;
    }
    const { of, cell, error } = outcome;
    if (of === 'service') return this.#noteServiceFailure(error.code, error);
    if (error.code === 'service-forbidden') return; // cells of other entities show whether it is the service
    // Many failures in a row, with no success in between, are the service's trouble.
    this.#failedPositions.add(cell.position);
    if (this.#failedPositions.size >= (this.#isProbing() ? 1 : this.#parts.policy.stormAfter))
      this.#noteServiceFailure('storm', error);
  }

  #noteServiceFailure(code: string, error: UpstreamError): void {
    this.failure = error;
    this.#serviceFailure ??= { code, detail: error.userMessage, retryMs: error.retryAfterMs ?? 0 };
  }

  async #keepLease(): Promise<void> {
    try {
      const { connection, id } = this.#changeSet;
      await renewLease(this.#parts.database, this.#changeSet);
      await this.readControl();
      // A throttled run records nothing, so pages would hear nothing.
      if (connection.upstream.throttledForMs() > 0) this.#parts.signals.send('change-set', id);
    } catch (error) {
      if (error instanceof LeaseLostError && !this.store.hasEnded) this.#aborter.abort(error);
    }
  }
}
