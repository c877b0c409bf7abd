import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { orLate } from '@/lib/server/until';
import { freshTurns, takeTurns, usedTurns } from './turns';
import type { Priority, TurnAnswer, TurnAsk, TurnLimits, TurnState } from './turns';

/** What a connection may send at all. */
export interface BudgetLimits {
  concurrency: number;
  ratePerSecond: number;
}

/** Asks for turns of a budget that several replicas share. Rejects while it cannot be asked. */
export type SharedRateLimiter = (ask: TurnAsk, limits: TurnLimits) => Promise<TurnAnswer>;

interface Waiter {
  grant: (release: () => void) => void;
  signal: AbortSignal;
  leave: () => void;
}

/** The rate is counted in a window of at most so many requests. */
const mostPerWindow = 200;
/** The end of a request is reported this late, so that a request that follows it goes into the same question. */
const reportEndMs = 5;
/** So late is reported that nobody waits any more. */
const reportLeftMs = 20;
/** A replica with requests in flight reports at least this often; after five seconds of silence they no longer count. */
const heartbeatMs = 1_500;
/** A person waits: when a question takes longer than this, the shared limiter counts as away. */
const longestAskMs = 2_000;
/** While it is away it is asked again this often. */
const askAgainMs = 1_000;
/** While replicas cannot be counted, the rate is divided by this many at least. */
const fewestReplicas = 4;
/** The name of this process where it counts by itself. */
const own = 'own';

const priorities: readonly Priority[] = ['interactive', 'background'];

/**
 * The request budget of one connection: so many at once, so many in any sliding window, two priorities, one pause for
 * all. After a 429 one request goes alone until the service takes it. With a shared limiter the figures hold for all
 * replicas together; it is asked one question at a time, for everything that waits here. While it is away, this replica
 * goes on with its part of them: divided by as many replicas as were seen last, and by four at least.
 */
export class Budget {
  readonly #limits: TurnLimits;
  readonly #monotonic: () => number;
  readonly #shared: SharedRateLimiter | null;
  /** What this process counts by itself; null while the shared limiter is asked. */
  #own: { state: TurnState; limits: TurnLimits } | null;
  readonly #waiting: Record<Priority, Waiter[]> = { interactive: [], background: [] };
  #inFlight = 0;
  /** What the shared state holds of this process: the last question with the turns it was given. */
  #reported: { inFlight: number; waiting: Record<Priority, number> } = {
    inFlight: 0,
    waiting: { interactive: 0, background: 0 },
  };
  /** What the next question has to report besides. */
  #unreported = { paused: false, taken: false };
  #throttles = 0;
  #replicas = 1;
  #pausedUntil = 0;
  /** When to ask again for what waits. */
  #askAgainAt = Infinity;
  #isAsking = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;

  /** @param monotonic milliseconds of a clock that is never set back. */
  constructor(limits: BudgetLimits, monotonic: () => number, shared?: SharedRateLimiter) {
    this.#limits = turnLimits(limits);
    this.#monotonic = monotonic;
    this.#shared = shared ?? null;
    this.#own = shared === undefined ? { state: freshTurns(), limits: this.#limits } : null;
  }

  /** Waits for a turn; the returned function ends it. Rejects with the signal's reason. */
  acquire(priority: Priority, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error); // the reasons given in this folder are errors
      const leave = (): void => {
        this.#waiting[priority] = this.#waiting[priority].filter((other) => other !== waiter);
        reject(signal.reason as Error);
        this.#schedule();
      };
      const waiter: Waiter = { grant: resolve, signal, leave };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting[priority].push(waiter);
      this.#schedule();
    });
  }

  /** The service said 429: nobody sends for `waitMs` (given how many came in a row), then one request goes alone. */
  pause(waitMs: (row: number) => number): void {
    // Several requests in flight hear of one and the same pause.
    if (this.pausedForMs() === 0) this.#throttles++;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#monotonic() + waitMs(this.#throttles));
    this.#unreported.paused = true;
    this.#schedule();
  }

  /** The service took a request again. */
  taken(): void {
    // An answer to something sent before the 429 proves nothing.
    if (this.#throttles === 0 || this.pausedForMs() > 0) return;
    this.#throttles = 0;
    this.#unreported.taken = true;
    this.#schedule();
  }

  /** Milliseconds until requests may leave again; 0 when they may now. */
  pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#monotonic());
  }

  /** Grants nothing more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Arms the timer for the next question, where none comes earlier. */
  #schedule(): void {
    if (this.#isAsking || this.#isClosed) return;
    const now = this.#monotonic();
    const at = now + this.#nextAskInMs(now);
    if (at >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    // A timer of 0 ms waits for 1 ms.
    if (at <= now) queueMicrotask(() => void this.#ask());
    else this.#timer = setTimeout(() => void this.#ask(), Math.ceil(at - now)).unref();
  }

  #nextAskInMs(now: number): number {
    const { inFlight, waiting } = this.#reported;
    const here = (priority: Priority): number => this.#waiting[priority].length;
    const isWaited = priorities.some((priority) => here(priority) > 0);
    if (this.#unreported.paused || this.#unreported.taken) return 0;
    if (priorities.some((priority) => here(priority) > 0 && waiting[priority] === 0)) return 0;
    if (this.#inFlight < inFlight) return isWaited ? 0 : reportEndMs;
    if (priorities.some((priority) => here(priority) === 0 && waiting[priority] > 0)) return reportLeftMs;
    if (!isWaited && this.#inFlight === 0) return Infinity;
    const heartbeat = this.#shared === null ? Infinity : heartbeatMs;
    return isWaited ? Math.min(heartbeat, Math.max(0, this.#askAgainAt - now)) : heartbeat;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isClosed) return;
    this.#isAsking = true;
    clearTimeout(this.#timer);
    this.#wakesAt = Infinity;
    const ask = this.#question();
    this.#unreported = { paused: false, taken: false };
    const answer = this.#own === null ? await this.#askShared(ask) : this.#takeOwn(this.#own, ask);
    this.#accept(ask, answer);
    this.#isAsking = false;
    this.#schedule();
  }

  #question(): TurnAsk {
    const { paused, taken } = this.#unreported;
    return {
      inFlight: this.#inFlight,
      waiting: { interactive: this.#waiting.interactive.length, background: this.#waiting.background.length },
      pauseMs: paused ? this.pausedForMs() : null,
      taken,
    };
  }

  #takeOwn({ state, limits }: { state: TurnState; limits: TurnLimits }, ask: TurnAsk): TurnAnswer {
    return takeTurns(state, own, ask, limits, this.#monotonic());
  }

  async #askShared(ask: TurnAsk): Promise<TurnAnswer> {
    const asked = this.#shared?.(ask, this.#limits).catch(() => null) ?? Promise.resolve(null);
    const inTime = await orLate(asked, longestAskMs, null);
    if (inTime !== null) return inTime;
    const part = this.#fullWindow(partOf(this.#limits, Math.max(fewestReplicas, this.#replicas)));
    this.#own = part;
    void this.#returnToShared(asked);
    return this.#takeOwn(part, { ...ask, inFlight: this.#inFlight, pauseMs: this.pausedForMs() || null });
  }

  /** Turns counted by this process alone. What was sent just now, by whomever, counts as well. */
  #fullWindow(limits: TurnLimits): { state: TurnState; limits: TurnLimits } {
    return { state: usedTurns(limits, this.#monotonic()), limits };
  }

  /**
   * Asks the shared limiter again and again; one question at a time, so that a hanging one keeps one connection. It knows
   * nothing of what this process sent meanwhile, so nothing is sent for a window before turns are asked for again.
   */
  async #returnToShared(last: Promise<unknown>): Promise<void> {
    await last;
    while (!this.#isClosed) {
      await wait(askAgainMs, undefined, { ref: false });
      const waiting = { interactive: 0, background: 0 };
      const ask = { ...this.#question(), waiting, pauseMs: this.pausedForMs() || null };
      const answer = await this.#shared?.(ask, this.#limits).catch(() => null);
      if (!answer) continue;
      this.#own = this.#fullWindow(this.#limits);
      await wait(this.#limits.windowMs, undefined, { ref: false });
      this.#own = null;
      this.#accept(ask, answer);
      this.#unreported.paused ||= this.pausedForMs() > 0; // what was heard in that window, the others have not been told
      this.#schedule();
      return;
    }
  }

  #accept(ask: TurnAsk, answer: TurnAnswer): void {
    const now = this.#monotonic();
    this.#replicas = answer.processes;
    if (!this.#unreported.paused && !this.#unreported.taken) this.#throttles = answer.throttles;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + answer.pauseMs);
    this.#askAgainAt = answer.waitMs === null ? Infinity : now + answer.waitMs;
    const waiting = { ...ask.waiting };
    let inFlight = ask.inFlight;
    for (const priority of priorities) {
      waiting[priority] -= answer.turns[priority];
      inFlight += answer.turns[priority];
      // Turns from before a 429 that was heard meanwhile are not used: the next question tells what is in flight.
      for (let turn = 0; turn < answer.turns[priority] && !this.#unreported.paused; turn++)
        this.#grant(this.#waiting[priority].shift());
    }
    this.#reported = { inFlight, waiting };
  }

  #grant(waiter: Waiter | undefined): void {
    if (waiter === undefined) return;
    waiter.signal.removeEventListener('abort', waiter.leave);
    this.#inFlight++;
    let over = false;
    waiter.grant(() => {
      if (over) return;
      over = true;
      this.#inFlight--;
      this.#schedule();
    });
  }
}

/** A rate as whole requests in a window: so many in any `windowMs`. */
function turnLimits({ concurrency, ratePerSecond }: BudgetLimits): TurnLimits {
  const perWindow = Math.min(mostPerWindow, Math.max(1, Math.floor(ratePerSecond)));
  return {
    concurrency: Math.max(1, Math.floor(concurrency)),
    perWindow,
    windowMs: (perWindow / ratePerSecond) * 1000,
  };
}

/** One of so many equal parts, in a window that is no shorter. */
function partOf({ concurrency, perWindow, windowMs }: TurnLimits, parts: number): TurnLimits {
  return {
    concurrency: Math.max(1, Math.floor(concurrency / parts)),
    perWindow: Math.max(1, Math.floor(perWindow / parts)),
    windowMs: windowMs * Math.max(1, parts / perWindow),
  };
}
