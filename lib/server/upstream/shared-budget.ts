import 'server-only';
import type { PermitAnswer, PermitAsk, PermitLimits, Permits } from '@/lib/server/db/permits';
import { Budget, windowOf } from './budget';
import type { BudgetLimits, BudgetSnapshot, Lane, RequestBudget } from './budget';

interface Waiter {
  signal: AbortSignal;
  grant: (release: () => void) => void;
  fail: (error: unknown) => void;
  leave: () => void;
}

/** An end is told this late, so that the next request of the same work can be asked for in the same round trip. */
const tellEndMs = 5;
/** While the rate is used up, nobody but other replicas is helped by an end. */
const tellEndLaterMs = 20;
/** Whoever has requests in flight is heard of this often; the database forgets a replica after five seconds. */
const beatMs = 1_500;
/** A person waits: beyond this the database counts as away. */
const longestAskMs = 2_000;
const askAgainMs = 1_000;
/** How many replicas a replica believes in, at least, while it cannot count them. */
const fewestReplicas = 4;
/** As many as PostgreSQL remembers (migration 0004). */
const mostPerWindow = 1_000;

/**
 * The budget of one connection that all replicas share: every request needs a permit of the database. One question at a
 * time is on its way, for all that waits here. While the database does not answer, this replica goes on with its part
 * of the rate: divided by as many replicas as were seen last, and by four at least.
 */
export class SharedBudget implements RequestBudget {
  readonly #permits: Permits;
  readonly #monotonic: () => number;
  readonly #limits: BudgetLimits;
  readonly #shared: PermitLimits;
  readonly #waiting: Record<Lane, Waiter[]> = { interactive: [], background: [] };
  /** What the database believes of this replica. */
  #told = { inFlight: 0, interactive: 0, background: 0 };
  #news = { paused: false, taken: false };
  #inFlight = 0;
  #granted = 0;
  #throttled = 0;
  #throttles = 0;
  #replicas = 1;
  #pausedUntil = 0;
  #opensAt = 0;
  #alone: Budget | null = null;
  /** Who waits there, and how each is called back. */
  readonly #passedOn: Record<Lane, Map<Waiter, AbortController>> = {
    interactive: new Map(),
    background: new Map(),
  };
  #isAsking = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;

  /** @param monotonic milliseconds of a clock that is never set back. */
  constructor(limits: BudgetLimits, monotonic: () => number, permits: Permits) {
    this.#limits = limits;
    this.#permits = permits;
    this.#monotonic = monotonic;
    const { perWindow, windowMs } = windowOf(limits.ratePerSecond);
    const kept = Math.min(mostPerWindow, perWindow);
    this.#shared = {
      concurrency: Math.max(1, Math.floor(limits.concurrency)),
      perWindow: kept,
      windowMs: (windowMs * kept) / perWindow,
    };
  }

  acquire(lane: Lane, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error); // the reasons given in this folder are errors
      const leave = (): void => {
        this.#waiting[lane] = this.#waiting[lane].filter((other) => other !== waiter);
        reject(signal.reason as Error);
        this.#askIn(tellEndLaterMs);
      };
      const waiter: Waiter = { signal, grant: resolve, fail: reject, leave };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting[lane].push(waiter);
      if (this.#alone) this.#passOn(this.#alone);
      // What the database knows already comes up for its turn by itself.
      else if (this.#told[lane] === 0 || this.#wakesAt === Infinity) this.#askIn(0);
    });
  }

  pause(waitMs: (row: number) => number): void {
    this.#throttled++;
    if (this.pausedForMs() === 0) this.#throttles++;
    const ms = waitMs(this.#throttles);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#monotonic() + ms);
    this.#news.paused = true;
    this.#alone?.pause(() => ms);
    this.#askIn(0);
  }

  taken(): void {
    this.#alone?.taken();
    if (this.#throttles === 0 || this.pausedForMs() > 0) return;
    this.#throttles = 0;
    this.#news.taken = true;
    this.#askIn(0);
  }

  pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#monotonic());
  }

  snapshot(): BudgetSnapshot {
    const alone = this.#alone?.snapshot();
    return {
      inFlight: this.#inFlight,
      waitingInteractive: this.#waiting.interactive.length + (alone?.waitingInteractive ?? 0),
      waitingBackground: this.#waiting.background.length + (alone?.waitingBackground ?? 0),
      granted: this.#granted,
      throttled: this.#throttled,
      pausedForMs: this.pausedForMs(),
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#alone?.close();
  }

  #askIn(ms: number): void {
    const at = this.#monotonic() + ms;
    if (this.#isAsking || this.#isClosed || at >= this.#wakesAt) return;
    if (this.#alone && ms < askAgainMs) return;
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    // A timer of 0 ms waits for 1 ms.
    if (ms === 0) queueMicrotask(() => void this.#ask());
    else this.#timer = setTimeout(() => void this.#ask(), ms).unref();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isClosed) return;
    this.#isAsking = true;
    clearTimeout(this.#timer);
    this.#wakesAt = Infinity;
    const { paused, taken } = this.#news;
    this.#news = { paused: false, taken: false };
    const ask: PermitAsk = {
      inFlight: this.#inFlight,
      interactive: this.#waiting.interactive.length,
      background: this.#waiting.background.length,
      pauseMs: paused ? this.pausedForMs() : null,
      taken,
    };
    const answer = this.#permits(ask, this.#shared).catch(() => null);
    const inTime = await soon(answer);
    if (!inTime) {
      this.#news = { paused: paused || this.#news.paused, taken: taken || this.#news.taken };
      this.#goAlone();
      await answer; // one at a time, so that an answer which hangs keeps one connection only
    }
    this.#isAsking = false;
    if (inTime) this.#accept(ask, inTime);
    else this.#askIn(askAgainMs);
  }

  #accept(ask: PermitAsk, answer: PermitAnswer): void {
    const now = this.#monotonic();
    this.#takeBack();
    this.#replicas = answer.replicas;
    if (!this.#news.paused && !this.#news.taken) this.#throttles = answer.throttles;
    // A permit from before a 429 that was heard meanwhile is not used: the next question tells what is in flight.
    for (const lane of ['interactive', 'background'] as const)
      for (let i = 0; !this.#news.paused && i < answer[lane]; i++) this.#grant(this.#waiting[lane].shift());
    this.#pausedUntil = Math.max(this.#pausedUntil, now + answer.pauseMs);
    this.#told = {
      inFlight: ask.inFlight + answer.interactive + answer.background,
      interactive: ask.interactive - answer.interactive,
      background: ask.background - answer.background,
    };
    this.#opensAt = now + (answer.waitMs ?? 0);
    this.#askNext(answer.waitMs);
  }

  /** Asks again when there is news, when the database said so, or to be heard of. */
  #askNext(waitMs: number | null): void {
    const told = this.#told;
    const { interactive, background } = this.#waiting;
    const isNews =
      this.#news.paused ||
      this.#news.taken ||
      (told.interactive === 0 && interactive.length > 0) ||
      (told.background === 0 && background.length > 0);
    if (isNews) this.#askIn(0);
    else if (this.#inFlight < told.inFlight) this.#askIn(this.#endDelay());
    if (interactive.length + background.length > 0) this.#askIn(Math.min(waitMs ?? 0, beatMs));
    else if (this.#inFlight > 0) this.#askIn(beatMs);
    else if (told.interactive + told.background > 0) this.#askIn(tellEndLaterMs); // all who waited have left
  }

  #endDelay(): number {
    if (this.#waiting.interactive.length + this.#waiting.background.length === 0) return tellEndMs;
    return this.#opensAt - this.#monotonic() > tellEndLaterMs ? tellEndLaterMs : 0;
  }

  #grant(waiter: Waiter | undefined): void {
    if (!waiter) return;
    waiter.signal.removeEventListener('abort', waiter.leave);
    waiter.grant(this.#turn(() => undefined));
  }

  #turn(ended: () => void): () => void {
    this.#inFlight++;
    this.#granted++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#inFlight--;
      ended();
      this.#askIn(this.#endDelay());
    };
  }

  #goAlone(): void {
    if (this.#isClosed) return;
    if (!this.#alone) {
      const parts = Math.max(fewestReplicas, this.#replicas);
      const { concurrency, ratePerSecond } = this.#limits;
      const limits = { concurrency: concurrency / parts, ratePerSecond: ratePerSecond / parts };
      const now = this.#monotonic();
      // What was sent with permits of the database just now counts as well.
      this.#alone = new Budget(limits, this.#monotonic, now + this.#shared.windowMs);
      const paused = this.pausedForMs();
      if (paused > 0) this.#alone.pause(() => paused);
    }
    this.#passOn(this.#alone);
  }

  #passOn(alone: Budget): void {
    for (const lane of ['interactive', 'background'] as const) {
      for (const waiter of this.#waiting[lane].splice(0)) {
        const { signal, leave, grant, fail } = waiter;
        const passedOn = this.#passedOn[lane];
        const back = new AbortController();
        passedOn.set(waiter, back);
        signal.removeEventListener('abort', leave);
        alone.acquire(lane, AbortSignal.any([signal, back.signal])).then(
          (release) => (passedOn.delete(waiter) ? grant(this.#turn(release)) : release()),
          (error: unknown) => passedOn.delete(waiter) && fail(error),
        );
      }
    }
  }

  /** The database answers: who still waits for this replica's part of the rate waits for a permit again. */
  #takeBack(): void {
    this.#alone?.close();
    this.#alone = null;
    for (const lane of ['interactive', 'background'] as const) {
      const passedOn = [...this.#passedOn[lane]];
      this.#passedOn[lane].clear();
      for (const [waiter, back] of passedOn) {
        back.abort();
        if (waiter.signal.aborted) waiter.fail(waiter.signal.reason);
        else waiter.signal.addEventListener('abort', waiter.leave, { once: true });
      }
      const stay = passedOn.map(([waiter]) => waiter).filter(({ signal }) => !signal.aborted);
      this.#waiting[lane].unshift(...stay);
    }
  }
}

/** The answer, or null where it takes too long. */
async function soon<T>(answer: Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, longestAskMs, null);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}
