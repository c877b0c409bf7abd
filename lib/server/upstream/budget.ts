import 'server-only';

/** Interactive requests (a person waits) pass waiting background ones. */
export type Lane = 'interactive' | 'background';

/** The budget at one moment, for metrics. */
export interface BudgetSnapshot {
  inFlight: number;
  waitingInteractive: number;
  waitingBackground: number;
  /** Requests let through since the start, and how often the service asked to slow down. */
  granted: number;
  throttled: number;
  /** How long everyone still waits because the service said 429. */
  pausedForMs: number;
}

/** What a connection may send at all. */
export interface BudgetLimits {
  concurrency: number;
  ratePerSecond: number;
}

/** Where requests of one connection wait for their turn. */
export interface RequestBudget {
  /** Waits for a turn; the returned function ends it. Rejects with the signal's reason. */
  acquire: (lane: Lane, signal: AbortSignal) => Promise<() => void>;
  /** The service said 429: nobody sends for `waitMs` (given how many came in a row), then one request goes alone. */
  pause: (waitMs: (row: number) => number) => void;
  /** The service took a request again. */
  taken: () => void;
  /** Milliseconds until requests may leave again; 0 when they may now. */
  pausedForMs: () => number;
  snapshot: () => BudgetSnapshot;
  /** Grants nothing more. */
  close: () => void;
}

interface Waiter {
  grant: () => void;
}

/** A rate as whole requests in a window: so many in any `windowMs`. */
export function windowOf(ratePerSecond: number): { perWindow: number; windowMs: number } {
  const perWindow = Math.max(1, Math.floor(ratePerSecond));
  return { perWindow, windowMs: (perWindow / ratePerSecond) * 1000 };
}

/** While a background request waits, at most this many interactive ones pass it in a row. */
const interactiveRun = 4;

/** After a pause one request goes alone, but a slow one holds the others up no longer than this. */
const longestAloneMs = 5_000;

/**
 * The request budget of one connection: so many at once, so many in any sliding window, two lanes, one pause for
 * all. After a 429 one request goes alone until the service takes it.
 */
export class Budget implements RequestBudget {
  readonly #concurrency: number;
  readonly #windowMs: number;
  readonly #sentAt: Float64Array;
  readonly #monotonic: () => number;
  readonly #waiting: Record<Lane, Waiter[]> = { interactive: [], background: [] };
  #next = 0;
  #inFlight = 0;
  #granted = 0;
  #throttled = 0;
  #row = 0;
  #run = 0;
  #pausedUntil = 0;
  #aloneUntil = -Infinity;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /**
   * @param monotonic milliseconds of a clock that is never set back.
   * @param usedUntil until then the rate counts as used up, by somebody else.
   */
  constructor(limits: BudgetLimits, monotonic: () => number, usedUntil = -Infinity) {
    this.#concurrency = Math.max(1, Math.floor(limits.concurrency));
    const { perWindow, windowMs } = windowOf(limits.ratePerSecond);
    this.#windowMs = windowMs;
    this.#sentAt = new Float64Array(perWindow).fill(usedUntil - windowMs);
    this.#monotonic = monotonic;
  }

  acquire(lane: Lane, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error); // the reasons given in this folder are errors
      const leave = (): void => {
        this.#waiting[lane] = this.#waiting[lane].filter((other) => other !== waiter);
        reject(signal.reason as Error);
        this.#pump();
      };
      const waiter: Waiter = {
        grant: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#turn());
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting[lane].push(waiter);
      this.#pump();
    });
  }

  pause(waitMs: (row: number) => number): void {
    this.#throttled++;
    // Several requests in flight hear of one and the same pause.
    if (this.pausedForMs() === 0) this.#row++;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#monotonic() + waitMs(this.#row));
    this.#aloneUntil = this.#pausedUntil + longestAloneMs;
  }

  taken(): void {
    // An answer to something sent before the 429 proves nothing.
    if (this.#row === 0 || this.pausedForMs() > 0) return;
    this.#aloneUntil = -Infinity;
    this.#row = 0;
    this.#pump();
  }

  pausedForMs(): number {
    return Math.max(0, this.#pausedUntil - this.#monotonic());
  }

  snapshot(): BudgetSnapshot {
    return {
      inFlight: this.#inFlight,
      waitingInteractive: this.#waiting.interactive.length,
      waitingBackground: this.#waiting.background.length,
      granted: this.#granted,
      throttled: this.#throttled,
      pausedForMs: this.pausedForMs(),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#pump();
  }

  #turn(): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#inFlight--;
      this.#pump();
    };
  }

  #pump(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (!this.#isClosed && this.#waiting.interactive.length + this.#waiting.background.length > 0) {
      const now = this.#monotonic();
      const alone = now < this.#aloneUntil;
      if (this.#inFlight >= (alone ? 1 : this.#concurrency)) {
        if (alone) this.#wakeAfter(this.#aloneUntil - now);
        return;
      }
      // The slot about to be overwritten holds the oldest send of the window.
      const opensAt = Math.max(this.#pausedUntil, (this.#sentAt[this.#next] ?? -Infinity) + this.#windowMs);
      if (opensAt > now) {
        this.#wakeAfter(opensAt - now);
        return;
      }
      this.#sentAt[this.#next] = now;
      this.#next = (this.#next + 1) % this.#sentAt.length;
      this.#inFlight++;
      this.#granted++;
      this.#choose()?.grant();
    }
  }

  #wakeAfter(ms: number): void {
    this.#timer = setTimeout(() => this.#pump(), Math.ceil(ms));
  }

  #choose(): Waiter | undefined {
    const { interactive, background } = this.#waiting;
    const turnOfBackground =
      interactive.length === 0 || (background.length > 0 && this.#run >= interactiveRun);
    this.#run = turnOfBackground || background.length === 0 ? 0 : this.#run + 1;
    return turnOfBackground ? background.shift() : interactive.shift();
  }
}
