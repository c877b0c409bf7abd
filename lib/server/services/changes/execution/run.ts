import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import { isUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { ChangeSetStore, type Failure } from '@/lib/server/services/changes/store/change-set-store';
import {
  LeaseLostError,
  renewLease,
  type LeasedChangeSet,
  type SetControl,
} from '@/lib/server/services/changes/store/lease';
import { dueCells, nextDueMs, type WorkCell } from '@/lib/server/services/changes/store/work-cell';
import { execute, lookAgain, type Execution } from './execute';
import { ForbiddenEntities } from './forbidden-entities';
import { hasty, type ExecutionPolicy } from './policy';

export interface RunParts {
  database: Database;
  ledger: Ledger;
  notices: Notices;
  log: Logger;
  policy: ExecutionPolicy;
}

/** Seconds' worth of the budget in one batch: a value that was read is this old at most when it is overwritten. */
const batchSeconds = 3;
const smallestBatch = 8;
const largestBatch = 500;
/** Two batches at once, so that one is sent while the other is read. */
const pipelines = 2;
/** Cells put off for less are waited for; for more, the lease is given back meanwhile. */
const shortWaitMs = 2_000;
/** The same of a switch: its caller is answered once its run is over, and an unconfirmed one is asked for later. */
const shortWaitOfSwitchMs = 500;
/** A person waits for a switch: each of its requests gets this long at most, retries included. */
const longestRequestMs = 30_000;
/** A cell that another change has claimed is tried again so soon. */
const claimAgainMs = { set: 300, switch: 50 };

const lateWords =
  'The console could not send this while somebody waited for it, so it was not sent at all. Ask for it again.';
const busyWords =
  'Another change of this assignment is still being made. Nothing was sent. Try again in a moment.';
const abandonedWords =
  'The page or script that asked for this went away while another change of the assignment was being made, so it was not sent.';
const stoppedWords = 'Somebody stopped this change before it was sent. Nothing was changed.';

/** Why what was not sent is cancelled; `withdrawn`: why its starter may no longer act. */
export function offWords(withdrawn: string | null): string {
  return withdrawn === null ? cancelledWords : `Permission withdrawn: ${withdrawn}`;
}

/** A fault of the console's own seldom goes away by itself. */
const longestFaultPauseMs = 60 * 60_000;
const faultWords =
  'The console failed while it ran this set. What was in flight is asked for; the rest waits. It tries again by itself; if it fails again, tell whoever runs the console.';

const claimedElsewhere = 'Another change of this assignment is being made at this moment.';

/** What a run is told of a switch that a request of this process waits for. */
export interface Awaited {
  /** Its cell, where it was claimed as it was stored; else null. */
  claimed: WorkCell | null;
  /** Ends once the switches of the cell that came before are over. */
  turn: Promise<unknown> | undefined;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

/** One run of a change set under one lease: until it has ended, has to pause, or nothing can be done for a while. */
export class ChangeSetRun {
  /** What was written of the set. */
  readonly store: ChangeSetStore;
  /** What broke this run off, or what the service said to a switch; null: nothing did. */
  failure: Error | null = null;
  readonly #parts: RunParts;
  readonly #changeSet: LeasedChangeSet;
  readonly #execution: Execution;
  readonly #awaited: Awaited | null;
  readonly #isSwitch: boolean;
  readonly #over = new AbortController();
  readonly #inHand = new Set<number>();
  readonly #failing = new Set<number>();
  #picking: Promise<unknown> = Promise.resolve();
  #trouble: Failure | null = null;
  #progressed = false;
  #isLeaving = false;
  #isUnwanted = false;
  /** Whether it waits for another change of the cell it is at. */
  #isBusy: boolean;

  constructor(changeSet: LeasedChangeSet, parts: RunParts, awaited: Awaited | null = null) {
    this.#parts = parts;
    this.#changeSet = changeSet;
    this.#awaited = awaited;
    this.#isSwitch = changeSet.kind === 'switch';
    this.#isBusy = awaited?.turn !== undefined;
    this.store = new ChangeSetStore(parts, changeSet);
    const { database, policy } = parts;
    const { settings } = changeSet.connection.upstream;
    const forbidden = new ForbiddenEntities({
      ...{ database, store: this.store, changeSetId: changeSet.id },
      ...{ most: policy.stormAfter, behindMs: policy.firstPauseMs },
    });
    this.#execution = {
      changeSet,
      store: this.store,
      database: parts.database,
      policy: { ...parts.policy, ...(this.#isSwitch && hasty), whenNotDone: 'send again' },
      log: parts.log,
      // Whoever pressed a switch looks at it until it is confirmed.
      options: {
        priority: this.#isSwitch ? 'interactive' : 'background',
        requestId: changeSet.requestId,
        // A switch has few requests, each with a limit, and its next write finds out whether its lease is lost.
        ...(this.#isSwitch
          ? { deadlineMs: Math.min(longestRequestMs, settings.timeoutSeconds * 1_000) }
          : { signal: this.#over.signal }),
      },
      isEnding: () => this.#isEnding(),
      whenForbidden: ({ cell }) => forbidden.judge(cell.entityId),
      onOutcome: (outcome) => this.#takeOutcome(outcome),
      onStopped: () => (this.#isUnwanted = true),
    };
  }

  /** Looks again what people want of the set; called when somebody said something. */
  async listen(): Promise<void> {
    const { control, withdrawn } = await this.store.control();
    if (control !== 'run' || withdrawn !== null) this.#isUnwanted = true;
  }

  /** Ends after what is in flight, or once a switch is made, and gives the lease back; another worker goes on. */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * Runs until there is nothing more to do for now. Never rejects: without lease or database it stops where it is, and
   * whoever takes the set up next finds out by reading what became of the cells in flight.
   */
  async go(): Promise<void> {
    const { database } = this.#parts;
    const beat = setInterval(() => void this.#signOfLife(), this.#changeSet.leaseMs / 3);
    const longestWaitMs = this.#isSwitch ? shortWaitOfSwitchMs : shortWaitMs;
    try {
      if (this.#awaited?.claimed) await execute(this.#execution, [this.#awaited.claimed]);
      else await this.#awaited?.turn;
      while (!this.store.hasEnded && (await this.#round())) {
        const next = await nextDueMs(database, this.#changeSet.id, ['pending', 'unknown']);
        if (next === null || next > longestWaitMs) {
          await this.store.rest(next);
          return;
        }
        await wait(Math.max(20, next));
      }
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error('It gave no reason.', { cause: error });
      if (!this.store.hasEnded) await this.#stopped(error);
    } finally {
      clearInterval(beat);
      this.#over.abort(new LeaseLostError('This run is over.'));
    }
  }

  /** After a fault of the console's own it would fail again at once: such a set pauses itself, longer each time. */
  async #stopped(error: unknown): Promise<void> {
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
      .catch(() => undefined); // without the database it is taken up again like any other
  }

  /** One pass over what is due. @returns whether to look for more. */
  async #round(): Promise<boolean> {
    const { database, policy } = this.#parts;
    const asked = await this.store.control();
    const { control, withdrawn } = asked;
    if (withdrawn !== null) await this.store.withdraw(withdrawn);
    const isOff = control === 'cancel' || withdrawn !== null;
    const why = this.#whyNotSent(asked);
    if (why !== null) while (await this.store.cancelUnsent(why));
    if (this.store.hasEnded) return false;
    const sendsNothing = why !== null;
    // A switch that was sent without effect is not sent again once its caller has been told that nobody knows.
    const looking = {
      ...(this.#isSwitch && { mostSends: 0 }),
      ...(isOff && { whenNotDone: 'cancel' as const }),
    };
    const lookers = { ...this.#execution, policy: { ...this.#execution.policy, ...looking } };
    for (const state of sendsNothing ? (['pending', 'unknown'] as const) : (['unknown'] as const)) {
      const due = await dueCells(database, this.#changeSet.id, { state, most: largestBatch });
      if (due.cells.length > 0) await lookAgain(lookers, due);
      if (this.store.hasEnded) return false;
    }
    if (sendsNothing) return !this.#isLeaving || this.#leaveNow();
    if (control === 'pause') return this.#restPaused();
    // After a failure one cell goes alone first, and says whether the service is back.
    while (this.#isProbing() && (await this.#batch(1)));
    await Promise.all(Array.from({ length: pipelines }, () => this.#pipeline()));
    if (this.store.hasEnded) return false;
    if (this.#isLeaving) return this.#leaveNow();
    if (this.#trouble !== null && !this.#isUnwanted && !this.#isSwitch) {
      await this.store.pauseAfterFailure(this.#trouble, policy);
      return false;
    }
    this.#isUnwanted = false;
    return true;
  }

  async #restPaused(): Promise<boolean> {
    await this.store.rest(await nextDueMs(this.#parts.database, this.#changeSet.id, ['unknown']));
    return false;
  }

  async #leaveNow(): Promise<boolean> {
    await this.store.rest(0);
    return false;
  }

  async #pipeline(): Promise<void> {
    const { ratePerSecond } = this.#changeSet.connection.upstream.settings;
    const size = Math.min(largestBatch, Math.ceil((ratePerSecond * batchSeconds) / pipelines));
    // Small ones first: whoever looks on sees soon that something comes of it.
    let most = smallestBatch;
    while (await this.#batch(most)) most = Math.max(smallestBatch, Math.min(size, most * 2));
  }

  /** Changes the next cells, at most so many. @returns whether there were any. */
  async #batch(size: number): Promise<boolean> {
    if (this.#isEnding() || this.store.hasEnded) return false;
    const cells = await this.#pick(size);
    try {
      if (cells.length > 0) await this.#change(cells);
    } catch (error) {
      this.#over.abort(error);
      throw error;
    } finally {
      for (const { position } of cells) this.#inHand.delete(position);
    }
    return cells.length > 0;
  }

  /** A set that failed has not yet seen anything go well. */
  #isProbing(): boolean {
    return this.#changeSet.consecutiveFailures > 0 && !this.#progressed;
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

  /** The next cells nobody has in hand; one after the other, so that two pipelines never take the same. */
  #pick(size: number): Promise<WorkCell[]> {
    const picked = this.#picking.then(async () => {
      const most = size + this.#inHand.size;
      // Who is in hand while the rows are read may be decided, and out of hand, before they arrive here.
      const inHand = new Set(this.#inHand);
      const { cells } = await dueCells(this.#parts.database, this.#changeSet.id, { state: 'pending', most });
      const free = cells.filter(({ position }) => !inHand.has(position)).slice(0, size);
      for (const { position } of free) this.#inHand.add(position);
      return free;
    });
    this.#picking = picked.catch(() => undefined);
    return picked;
  }

  /** Why nothing more is to be sent, in words. A switch never pauses: what would keep it waiting ends it. */
  #whyNotSent({ control, withdrawn, isLate }: SetControl): string | null {
    if (withdrawn !== null) return offWords(withdrawn);
    if (!this.#isSwitch) return control === 'cancel' ? cancelledWords : null;
    if (control !== 'run') return stoppedWords;
    if (this.#trouble) return this.#trouble.detail;
    if (isLate) return this.#isBusy ? busyWords : lateWords;
    return this.#awaited?.signal.aborted ? abandonedWords : null;
  }

  #isEnding(): boolean {
    return (
      (this.#isLeaving && !this.#isSwitch) ||
      this.#isUnwanted ||
      this.#trouble !== null ||
      this.#over.signal.aborted
    );
  }

  #takeOutcome(outcome: Parameters<Execution['onOutcome']>[0]): void {
    if (outcome === 'went well' || outcome.of === 'refused') {
      this.#failing.clear(); // a proper answer, also where it is a no
      // A no does not say that the service takes changes again: after a failure the next cell goes alone too.
      if (outcome === 'went well') this.#progressed = true;
      else this.failure = outcome.error;
      return;
    }
    const { of, cell, error } = outcome;
    if (of === 'service') return this.#inTrouble(error.code, error);
    if (error.code === 'service-forbidden') return; // cells of other entities say whether it is the service
    // Many cells failing in a row, with nothing going well in between, are the service's trouble.
    this.#failing.add(cell.position);
    if (this.#failing.size >= (this.#isProbing() ? 1 : this.#parts.policy.stormAfter))
      this.#inTrouble('storm', error);
  }

  #inTrouble(code: string, error: UpstreamError): void {
    this.failure = error;
    this.#trouble ??= { code, detail: error.userMessage, retryMs: error.retryAfterMs ?? 0 };
  }

  /** Keeps the lease, and looks whether the starter may still act. */
  async #signOfLife(): Promise<void> {
    try {
      const { connection, id } = this.#changeSet;
      await renewLease(this.#parts.database, this.#changeSet);
      await this.listen();
      // While nothing is sent nothing is written down, of which pages would hear.
      if (connection.upstream.throttledForMs() > 0) this.#parts.notices.tell('change-set', id);
    } catch (error) {
      if (error instanceof LeaseLostError && !this.store.hasEnded) this.#over.abort(error);
    }
  }
}
