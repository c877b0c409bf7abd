import 'server-only';

interface RefreshingOptions<T> {
  /** Reads the value. Only one read runs at a time. */
  read: () => Promise<T>;
  /** For how many milliseconds a value is fresh, counted from the start of its read, which took `tookMs`. */
  freshMs: (value: T, tookMs: number) => number;
  /** For how many milliseconds a due value is not read after so many failures in a row; 0 without this. */
  pauseMs?: (failures: number, error: unknown) => number;
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
}

/**
 * A value that is read when it is needed and read again when it is old. Callers that ask at the same time share one
 * read. A read that fails leaves the older value, which goes on ageing.
 */
export class Refreshing<T> {
  readonly #options: Required<RefreshingOptions<T>>;
  #kept: { value: T; readAt: number } | null = null;
  #failure: { error: unknown } | null = null;
  #failures = 0;
  #dueAt = -Infinity;
  #reading: { value: Promise<T>; since: number } | null = null;
  #isExpired = false;

  constructor(options: RefreshingOptions<T>) {
    this.#options = { pauseMs: () => 0, now: () => performance.now(), ...options };
  }

  /** The value at hand, however old; null before the first read succeeds. */
  get current(): T | null {
    return this.#kept?.value ?? null;
  }

  /** Milliseconds since the read of the current value began; Infinity without a value. */
  get ageMs(): number {
    return this.#kept === null ? Infinity : this.#options.now() - this.#kept.readAt;
  }

  /** What the newest read failed with; null where it succeeded. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** For how many milliseconds the read under way has run; null while nothing is read. */
  get readingMs(): number | null {
    return this.#reading && this.#options.now() - this.#reading.since;
  }

  /**
   * The value, read first where it is due. When that read fails: the older value.
   * @throws the error of the newest read where there is no value.
   */
  async get(): Promise<T> {
    if (this.#isDue()) await this.refresh().catch(() => undefined);
    if (this.#kept) return this.#kept.value;
    throw this.#failure?.error;
  }

  /** Starts a read where the value is due, and does not wait for it. */
  refreshIfDue(): void {
    if (this.#isDue()) void this.refresh();
  }

  /**
   * Reads the value now, or joins the read under way. A caller need not handle the rejection.
   * @throws the error of that read.
   */
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

  /** Makes the value due at once, also after a failure; a read under way does not count as newer. */
  expire(): void {
    this.#dueAt = -Infinity;
    this.#isExpired = true;
  }

  /** Drops the value, which is wrong. */
  forget(): void {
    this.#kept = null;
    this.#dueAt = -Infinity;
  }

  #isDue(): boolean {
    return this.#options.now() >= this.#dueAt;
  }

  async #read(since: number): Promise<T> {
    const { read, freshMs, pauseMs, now } = this.#options;
    try {
      const value = await read();
      this.#kept = { value, readAt: since };
      this.#failure = null;
      this.#failures = 0;
      this.#dueAt = since + freshMs(value, now() - since);
      return value;
    } catch (error) {
      this.#failure = { error };
      this.#dueAt = now() + pauseMs(++this.#failures, error);
      throw error;
    }
  }
}
