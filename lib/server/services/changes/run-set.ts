import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cancelledWords } from '@/lib/domain/changes/outcome-meanings';
import type { Database } from '@/lib/server/db/database';
import type { Notices } from '@/lib/server/db/notices';
import type { Ledger } from '@/lib/server/ledger/ledger';
import type { UpstreamError } from '@/lib/server/upstream/errors';
import { cancelUnsent } from './cancel-unsent';
import { changeBatch, type BatchParts } from './change-batch';
import { dueCells, nextDueMs } from './due-cells';
import { LeaseLostError, renewLease, type HeldSet } from './held-set';
import { lookAgain } from './look-again';
import { pauseAfter, type Pace } from './pace';
import { SetJournal } from './set-journal';
import { SetPauses } from './set-pauses';
import type { WorkCell } from './work-cell';

export interface RunParts {
  database: Database;
  ledger: Ledger;
  notices: Notices;
  log: Logger;
  pace: Pace;
}

/** Seconds' worth of the budget in one batch: a value that was read is this old at most when it is overwritten. */
const batchSeconds = 3;
const smallestBatch = 8;
const largestBatch = 500;
/** Two batches at once, so that one is sent while the other is read. */
const lanes = 2;
/** Cells put off for less are waited for; for more, the lease is given back meanwhile. */
const shortWaitMs = 2_000;

/** A switch is for somebody who waited: was told that nothing is changed, or nothing at all. */
const forgottenWords =
  'The console could not send this while somebody waited for it, so it was not sent at all. Ask for it again.';

function offWords(withdrawn: string | null): string {
  return withdrawn === null ? cancelledWords : `Permission withdrawn: ${withdrawn}`;
}

interface Trouble {
  code: string;
  detail: string;
  retryMs: number;
}

/** One run of a set under one lease: until it has ended, has to pause, or nothing can be done for a while. */
export class SetRun {
  readonly #parts: RunParts;
  readonly #held: HeldSet;
  readonly #journal: SetJournal;
  readonly #pauses: SetPauses;
  readonly #batch: BatchParts;
  readonly #over = new AbortController();
  readonly #inHand = new Set<number>();
  readonly #failing = new Set<number>();
  #picking: Promise<unknown> = Promise.resolve();
  #trouble: Trouble | null = null;
  #progressed = false;
  #isLeaving = false;
  #isUnwanted = false;

  constructor(held: HeldSet, parts: RunParts) {
    this.#parts = parts;
    this.#held = held;
    this.#journal = new SetJournal(parts, held);
    this.#pauses = new SetPauses(parts, held);
    this.#batch = {
      held,
      database: parts.database,
      journal: this.#journal,
      pace: parts.pace,
      log: parts.log,
      options: { lane: 'background', requestId: held.requestId, signal: this.#over.signal },
      isEnding: () => this.#isEnding(),
      trouble: (error) => this.#inTrouble(error.code, error),
      failed: (cell, error) => this.#failed(cell, error),
      went: () => this.#went(),
    };
  }

  /** Looks again what people want of the set; called when somebody said something. */
  async listen(): Promise<void> {
    const { control, withdrawn } = await this.#journal.wish();
    if (control !== 'run' || withdrawn !== null) this.#isUnwanted = true;
  }

  /** Ends after what is in flight and gives the lease back; another worker goes on. */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * Runs until there is nothing more to do for now. Never rejects: without lease or database it stops where it is, and
   * whoever takes the set up next finds out by reading what became of the cells in flight.
   */
  async go(): Promise<void> {
    const { database, pace, log } = this.#parts;
    const beat = setInterval(() => void this.#signOfLife(), pace.leaseMs / 3);
    try {
      while (await this.#round()) {
        const next = await nextDueMs(database, this.#held.id, ['pending', 'unknown']);
        if (next === null || next > shortWaitMs) {
          await this.#pauses.rest(next);
          return;
        }
        await wait(Math.max(20, next));
      }
    } catch (error) {
      if (this.#journal.hasEnded) return;
      const level = error instanceof LeaseLostError ? 'info' : 'warn';
      log[level](
        { set: this.#held.id, err: error },
        'A change set stopped on the way; it will be taken up again.',
      );
    } finally {
      clearInterval(beat);
      this.#over.abort(new LeaseLostError('This run is over.'));
    }
  }

  /** One pass over what is due. @returns whether to look for more. */
  async #round(): Promise<boolean> {
    const { database, pace } = this.#parts;
    const wish = await this.#journal.wish();
    if (wish.withdrawn !== null) await this.#pauses.withdraw(wish.withdrawn);
    const isOff = wish.control === 'cancel' || wish.withdrawn !== null;
    const isForgotten = await this.#isForgotten();
    if (isOff || isForgotten) await this.#cancelUnsent(isOff ? offWords(wish.withdrawn) : forgottenWords);
    if (this.#journal.hasEnded) return false;
    const whenNotDone = isOff ? 'cancel' : this.#held.kind === 'switch' ? 'reject' : 'send again';
    const sendsNothing = isOff || isForgotten;
    for (const state of sendsNothing ? (['pending', 'unknown'] as const) : (['unknown'] as const)) {
      const due = await dueCells(database, this.#held.id, { state, most: largestBatch });
      if (due.cells.length > 0) await lookAgain(this.#batch, due, whenNotDone);
      if (this.#journal.hasEnded) return false;
    }
    if (sendsNothing) return !this.#isLeaving || this.#leaveNow();
    if (wish.control === 'pause') return this.#restPaused();
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
    if (this.#journal.hasEnded) return false;
    if (this.#isLeaving) return this.#leaveNow();
    if (this.#trouble !== null && !this.#isUnwanted) {
      const { code, detail, retryMs } = this.#trouble;
      await this.#pauses.stumble(code, detail, Math.max(retryMs, pauseAfter(this.#held.stumbles + 1, pace)));
      return false;
    }
    this.#isUnwanted = false;
    return true;
  }

  async #restPaused(): Promise<boolean> {
    await this.#pauses.rest(await nextDueMs(this.#parts.database, this.#held.id, ['unknown']));
    return false;
  }

  async #leaveNow(): Promise<boolean> {
    await this.#pauses.rest(0);
    return false;
  }

  async #lane(): Promise<void> {
    while (!this.#isEnding() && !this.#journal.hasEnded) {
      const cells = await this.#pick();
      if (cells.length === 0) return;
      try {
        await changeBatch(this.#batch, cells);
      } catch (error) {
        this.#over.abort(error);
        throw error;
      } finally {
        for (const { position } of cells) this.#inHand.delete(position);
      }
    }
  }

  /** The next cells nobody has in hand; one after the other, so that two lanes never take the same. */
  #pick(): Promise<WorkCell[]> {
    const picked = this.#picking.then(async () => {
      const isProbe = this.#held.stumbles > 0 && !this.#progressed;
      if (isProbe && this.#inHand.size > 0) return [];
      const { ratePerSecond } = this.#held.connection.upstream.settings;
      const usual = Math.min(
        largestBatch,
        Math.max(smallestBatch, Math.ceil((ratePerSecond * batchSeconds) / lanes)),
      );
      const size = isProbe ? 1 : usual;
      const most = size + this.#inHand.size;
      // Who is in hand while the rows are read may be decided, and out of hand, before they arrive here.
      const inHand = new Set(this.#inHand);
      const { cells } = await dueCells(this.#parts.database, this.#held.id, { state: 'pending', most });
      const free = cells.filter(({ position }) => !inHand.has(position)).slice(0, size);
      for (const { position } of free) this.#inHand.add(position);
      return free;
    });
    this.#picking = picked.catch(() => undefined);
    return picked;
  }

  /** A switch comes here when whoever asked for it no longer waits; only another attempt was asked for since. */
  async #isForgotten(): Promise<boolean> {
    if (this.#held.kind !== 'switch') return false;
    const { attempt } = await this.#parts.database.kysely
      .selectFrom('change_cell')
      .select('attempt')
      .where('set_id', '=', this.#held.id)
      .executeTakeFirstOrThrow();
    return attempt === 1;
  }

  async #cancelUnsent(detail: string): Promise<void> {
    for (let left = 'more'; left === 'more';) {
      left = await cancelUnsent(this.#parts, this.#held, detail);
      if (left === 'ended') this.#journal.hasEnded = true;
    }
  }

  #isEnding(): boolean {
    return this.#isLeaving || this.#isUnwanted || this.#trouble !== null || this.#over.signal.aborted;
  }

  #inTrouble(code: string, error: UpstreamError): void {
    this.#trouble ??= { code, detail: error.sentence, retryMs: error.retryAfterMs ?? 0 };
  }

  /** Many cells failing in a row, with nothing going well in between, are the service's trouble. */
  #failed({ position }: WorkCell, error: UpstreamError): void {
    this.#failing.add(position);
    const isProbe = this.#held.stumbles > 0 && !this.#progressed;
    if (this.#failing.size >= (isProbe ? 1 : this.#parts.pace.stormAfter)) this.#inTrouble('storm', error);
  }

  #went(): void {
    this.#failing.clear();
    this.#progressed = true;
  }

  /** Keeps the lease, and looks whether the starter may still act. */
  async #signOfLife(): Promise<void> {
    const { database, pace } = this.#parts;
    try {
      await renewLease(database, this.#held, pace.leaseMs);
      await this.listen();
    } catch (error) {
      if (error instanceof LeaseLostError && !this.#journal.hasEnded) this.#over.abort(error);
    }
  }
}
