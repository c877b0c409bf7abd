import 'server-only';

interface RefreshingOptions<T> {
  read: () => Promise<T>;
  /** How long a value stays fresh in ms, from the start of its read, which took `tookMs`. */
  freshMs: (value: T, tookMs: number) => number;
  /** Wait in ms after consecutive failures. */
  pauseMs?: (failures: number, error: unknown) => number;
  /** Called after a newer value took the place of `old`. */
  onReplaced?: (old: T) => void;
  now?: () => number;
}

/** Reads a value on demand when it is old, once for simultaneous callers; a failed read keeps the old value. */
export class Refreshing<T> {
  readonly #options: Required<RefreshingOptions<T>>;
  #kept: { value: T; readAt: number } | null = null;
  #failure: { error: unknown } | null = null;
  #failures = 0;
  #dueAt = -Infinity;
  #reading: { value: Promise<T>; since: number } | null = null;
  #isExpired = false;

  constructor(options: RefreshingOptions<T>) {
    this.#options = {
      pauseMs: () => 0,
      onReplaced: () => undefined,
      now: () => performance.now(),
      ...options,
    };
  }

  get current(): T | null {
    return this.#kept?.value ?? null;
  }

  /** Milliseconds since the read of the value began; Infinity without one. */
  get ageMs(): number {
    return this.#kept === null ? Infinity : this.#options.now() - this.#kept.readAt;
  }

  /** Consecutive failed reads. */
  get failures(): number {
    return this.#failures;
  }

  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** Milliseconds since the read under way began, or null. */
  get readingMs(): number | null {
    return this.#reading && this.#options.now() - this.#reading.since;
  }

  /** A fresh value, or the older one after a failed read. @throws the read's error without any value. */
  async get(): Promise<T> {
    if (this.#isDue()) await this.refresh().catch(() => undefined);
    if (this.#kept) return this.#kept.value;
    throw this.#failure?.error;
  }

  refreshIfDue(): void {
    if (this.#isDue()) void this.refresh();
  }

  /** Reads now, or joins the read under way. The rejection needs no handler. @throws the read's error. */
  refresh(): Promise<T> {
    if (this.#reading) return this.#reading.value;
    this.#isExpired = false;
    const since = this.#options.now();
    const value = this.#read(since).finally(() => {
      this.#reading = null;
      if (this.#isExpired) this.#dueAt = -Infinity;
    });
    value.catch(() => undefined);
    this.#reading = { value, since };
    return value;
  }

  /** Makes the value old, even if a read is under way. */
  expire(): void {
    this.#dueAt = -Infinity;
    this.#isExpired = true;
  }

  forget(): void {
    this.#kept = null;
    this.#dueAt = -Infinity;
  }

  #isDue(): boolean {
    return this.#options.now() >= this.#dueAt;
  }

  async #read(since: number): Promise<T> {
    const { read, freshMs, pauseMs, onReplaced, now } = this.#options;
    try {
      const value = await read();
      const before = this.#kept;
      this.#kept = { value, readAt: since };
      this.#failure = null;
      this.#failures = 0;
      this.#dueAt = since + freshMs(value, now() - since);
      if (before !== null) onReplaced(before.value);
      return value;
    } catch (error) {
      this.#failure = { error };
      this.#dueAt = now() + pauseMs(++this.#failures, error);
      throw error;
    }
  }
}
