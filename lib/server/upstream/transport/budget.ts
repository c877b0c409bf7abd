import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { withTimeLimit } from '@/lib/server/until';
import { fullBudget, grantRequests, priorities, unusedBudget } from './budget-state';
import type { BudgetState, Grant, GrantRequest, Priority, WindowLimits } from './budget-state';

export interface BudgetLimits {
  concurrency: number;
  ratePerSecond: number;
}

/** Asks for grants from the shared budget. Rejects while the database is unavailable. */
export type SharedRateLimiter = (ask: GrantRequest, limits: WindowLimits) => Promise<Grant>;

/** What this process uses of the budget. */
export interface BudgetUse {
  inFlight: number;
  waiting: number;
  /** Requests granted in the last 60 seconds. */
  inLastMinute: number;
}

interface Waiter {
  grant: (release: () => void) => void;
  signal: AbortSignal;
  leave: () => void;
}

const none = { interactive: 0, background: 0, scheduled: 0 };
const maxPerWindow = 200;
/** Delay in ms before the end of a request is reported, so that a following request joins the report. */
const reportEndMs = 5;
/** Delay in ms before an abandoned wait is reported. */
const reportLeftMs = 20;
/** Interval of reports with requests in flight; they expire after five seconds of silence. */
const heartbeatMs = 1_500;
/** Time limit of a question to the shared limiter, because a person waits. */
const askTimeoutMs = 2_000;
const askAgainMs = 1_000;
/** Smallest divisor of the rate while the replicas cannot be counted. */
const leastReplicas = 4;

/**
 * The request budget of one connection: a limit in flight, a limit in any window, three priorities and one pause.
 * While a shared limiter is away, this replica uses one part of the budget: divided by the last known number of
 * replicas, and at least by four.
 */
export class Budget {
  readonly #limits: WindowLimits;
  readonly #monotonic: () => number;
  readonly #shared: SharedRateLimiter | null;
  /** The local count; null while the shared limiter counts. */
  #own: { state: BudgetState; limits: WindowLimits } | null;
  readonly #waiting: Record<Priority, Waiter[]> = { interactive: [], background: [], scheduled: [] };
  #inFlight = 0;
  #scheduledInFlight = 0;
  /** Grants by second of the clock. */
  readonly #grantsIn = new Map<number, number>();
  #reported: { inFlight: number; waiting: Record<Priority, number> } = {
    inFlight: 0,
    waiting: none,
  };
  #unreported = { paused: false, taken: false };
  #throttles = 0;
  #replicas = 1;
  #pausedUntil = 0;
  #askAgainAt = Infinity;
  #isAsking = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;

  /** @param monotonic milliseconds of a clock that never goes back. */
  constructor(limits: BudgetLimits, monotonic: () => number, shared?: SharedRateLimiter) {
    this.#limits = windowLimits(limits);
    this.#monotonic = monotonic;
    this.#shared = shared ?? null;
    this.#own = shared === undefined ? { state: unusedBudget(), limits: this.#limits } : null;
  }

  /** Waits for a grant; the returned function ends it. Rejects with the signal's reason. */
  acquire(priority: Priority, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error); // every reason in this folder is an error
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

  /** Notes a 429. @param waitMs the pause in ms by the number of consecutive 429. */
  pause(waitMs: (row: number) => number): void {
    // Several requests in flight report the same pause.
    if (this.pausedForMs() === 0) this.#throttles++;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#monotonic() + waitMs(this.#throttles));
    this.#unreported.paused = true;
    this.#schedule();
  }

  /** Notes that the service accepted a request. */
  taken(): void {
    // The service may have accepted this request before the 429.
    if (this.#throttles === 0 || this.pausedForMs() > 0) return;
    this.#throttles = 0;
    this.#unreported.taken = true;
    this.#schedule();
  }

  pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#monotonic());
  }

  use(): BudgetUse {
    const waiting = priorities.reduce((sum, priority) => sum + this.#waiting[priority].length, 0);
    this.#forgetGrants();
    const inLastMinute = [...this.#grantsIn.values()].reduce((sum, count) => sum + count, 0);
    return { inFlight: this.#inFlight, waiting, inLastMinute };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #forgetGrants(): void {
    const oldest = this.#monotonic() / 1_000 - 60;
    for (const second of this.#grantsIn.keys()) if (second < oldest) this.#grantsIn.delete(second);
  }

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

  #question(): GrantRequest {
    const { paused, taken } = this.#unreported;
    return {
      inFlight: this.#inFlight,
      scheduledInFlight: this.#scheduledInFlight,
      waiting: {
        interactive: this.#waiting.interactive.length,
        background: this.#waiting.background.length,
        scheduled: this.#waiting.scheduled.length,
      },
      pauseMs: paused ? this.pausedForMs() : null,
      taken,
    };
  }

  #takeOwn({ state, limits }: { state: BudgetState; limits: WindowLimits }, ask: GrantRequest): Grant {
    return grantRequests(state, 'own', ask, limits, this.#monotonic());
  }

  async #askShared(ask: GrantRequest): Promise<Grant> {
    const asked = this.#shared?.(ask, this.#limits).catch(() => null) ?? Promise.resolve(null);
    const inTime = await withTimeLimit(asked, askTimeoutMs, null);
    if (inTime !== null) return inTime;
    const part = this.#fullWindow(partOf(this.#limits, Math.max(leastReplicas, this.#replicas)));
    this.#own = part;
    void this.#returnToShared(asked);
    return this.#takeOwn(part, { ...ask, inFlight: this.#inFlight, pauseMs: this.pausedForMs() || null });
  }

  /** A local budget whose window is full, because other replicas may just have sent requests. */
  #fullWindow(limits: WindowLimits): { state: BudgetState; limits: WindowLimits } {
    return { state: fullBudget(limits, this.#monotonic()), limits };
  }

  /** Asks one question at a time, then sends nothing for a window: the shared state lacks this process's requests. */
  async #returnToShared(last: Promise<unknown>): Promise<void> {
    await last;
    while (!this.#isClosed) {
      await wait(askAgainMs, undefined, { ref: false });
      const ask = { ...this.#question(), waiting: none, pauseMs: this.pausedForMs() || null };
      const answer = await this.#shared?.(ask, this.#limits).catch(() => null);
      if (!answer) continue;
      this.#own = this.#fullWindow(this.#limits);
      await wait(this.#limits.windowMs, undefined, { ref: false });
      this.#own = null;
      this.#accept(ask, answer);
      this.#unreported.paused ||= this.pausedForMs() > 0; // other replicas do not know this pause yet
      this.#schedule();
      return;
    }
  }

  #accept(ask: GrantRequest, answer: Grant): void {
    const now = this.#monotonic();
    this.#replicas = answer.processes;
    if (!this.#unreported.paused && !this.#unreported.taken) this.#throttles = answer.throttles;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + answer.pauseMs);
    this.#askAgainAt = answer.waitMs === null ? Infinity : now + answer.waitMs;
    const waiting = { ...ask.waiting };
    let inFlight = ask.inFlight;
    for (const priority of priorities) {
      waiting[priority] -= answer.granted[priority];
      inFlight += answer.granted[priority];
      // Grants from before a known 429 are not used.
      for (let one = 0; one < answer.granted[priority] && !this.#unreported.paused; one++)
        this.#grant(priority, this.#waiting[priority].shift());
    }
    this.#reported = { inFlight, waiting };
  }

  #grant(priority: Priority, waiter: Waiter | undefined): void {
    if (waiter === undefined) return;
    waiter.signal.removeEventListener('abort', waiter.leave);
    const scheduled = Number(priority === 'scheduled');
    this.#inFlight++;
    this.#scheduledInFlight += scheduled;
    const second = Math.floor(this.#monotonic() / 1_000);
    if (!this.#grantsIn.has(second)) this.#forgetGrants();
    this.#grantsIn.set(second, (this.#grantsIn.get(second) ?? 0) + 1);
    let over = false;
    waiter.grant(() => {
      if (over) return;
      over = true;
      this.#inFlight--;
      this.#scheduledInFlight -= scheduled;
      this.#schedule();
    });
  }
}

function windowLimits({ concurrency, ratePerSecond }: BudgetLimits): WindowLimits {
  const perWindow = Math.min(maxPerWindow, Math.max(1, Math.floor(ratePerSecond)));
  return {
    concurrency: Math.max(1, Math.floor(concurrency)),
    perWindow,
    windowMs: (perWindow / ratePerSecond) * 1000,
  };
}

/** One of several equal parts; its window is no shorter. */
function partOf({ concurrency, perWindow, windowMs }: WindowLimits, parts: number): WindowLimits {
  return {
    concurrency: Math.max(1, Math.floor(concurrency / parts)),
    perWindow: Math.max(1, Math.floor(perWindow / parts)),
    windowMs: windowMs * Math.max(1, parts / perWindow),
  };
}
