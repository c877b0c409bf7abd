import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { backoffMs, type Backoff } from '@/lib/domain/backoff';
import { usualDecimals } from '@/lib/domain/currency';
import type { JournalQuery, LineKey } from '@/lib/domain/journal/query';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { ConsoleError } from '@/lib/server/console-error';
import { Refreshing } from '@/lib/server/refreshing';
import { until } from '@/lib/server/until';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { KnownAccess } from './check-rows';
import type { JournalSnapshot } from './journal-snapshot';
import { SnapshotWriter } from './snapshot-writer';
import type { Priority } from '@/lib/server/upstream/transport/budget-state';

interface JournalCopyOptions {
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now?: () => number;
  /** Milliseconds of a clock that never goes back. */
  tick?: () => number;
  access?: KnownAccess;
  decimals?: number;
}

export type LinesAge = Pick<JournalPage, 'copy' | 'asOf' | 'refreshing' | 'stale'>;

export interface HeldLines {
  lines: JournalSnapshot;
  age: LinesAge;
  release: () => void;
}

interface Copy {
  lines: JournalSnapshot;
  number: string;
}

/** A younger copy is read again only when a person asks for it. */
const freshMs = 60_000;
/** Automatic reads take at most one part in this many of the time. */
const readTimeShare = 5;
/** Other answers than pages wait for a newer copy if this one is older than this, or than twice the time between reads. */
const usableMs = 10 * 60_000;
const [pollMs, longestWaitMs] = [50, 110_000];
const pauses: Backoff = { firstMs: 1_000, longestMs: 30_000 };
/** Time between updates while a first read is shown. */
const arrivalMs = 1_000;

/** This replica's copy of all journal lines of a connection. Lines of the first read can be listed as they arrive. */
export class JournalCopy {
  readonly #upstream: Upstream;
  readonly #options: Required<JournalCopyOptions>;
  readonly #closing = new AbortController();
  /** Unique to this start of this replica. */
  readonly #start = randomUUID().slice(0, 8);
  readonly #copies: Refreshing<Copy>;
  #made = 0;
  #writing: { writer: SnapshotWriter; startedAt: number; startTick: number } | null = null;
  #arriving: (Copy & { tick: number }) | null = null;
  /** How long a person waits for no newer copy than the current one. */
  #usableMs = usableMs;
  /** Whether a person asked for the read under way. */
  #isAskedFor = false;
  /** Whether the schedule started the read under way. */
  #isScheduled = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #waiting = 0;

  constructor(upstream: Upstream, options: JournalCopyOptions) {
    this.#upstream = upstream;
    this.#options = {
      now: Date.now,
      tick: () => performance.now(),
      access: () => null,
      decimals: usualDecimals,
      ...options,
    };
    const { tick } = this.#options;
    let failedAfterMs = 0;
    this.#copies = new Refreshing<Copy>({
      now: tick,
      read: async () => {
        const startTick = tick();
        try {
          return await this.#readAll();
        } catch (error) {
          failedAfterMs = this.#copies.current === null ? 0 : tick() - startTick;
          throw failureOf(error);
        } finally {
          this.#isAskedFor = false;
          this.#isScheduled = false;
        }
      },
      freshMs: (_, tookMs) => {
        const ms = Math.max(freshMs, tookMs * readTimeShare);
        this.#usableMs = Math.max(usableMs, 2 * ms);
        return ms;
      },
      pauseMs: (failures) => Math.max(backoffMs(failures, pauses), failedAfterMs * (readTimeShare - 1)),
      onReplaced: ({ lines }) => lines.close(),
    });
  }

  /** Begins the first read and retries until there is a copy; the pause grows with failures and with the time a failed read took. */
  start(): void {
    const { tick } = this.#options;
    const startTick = tick();
    this.#copies.refresh().catch(() => {
      if (this.#copies.current !== null || this.#closing.signal.aborted) return;
      this.#retry = setTimeout(
        () => {
          if (this.#copies.current === null) this.start();
        },
        Math.max(backoffMs(this.#copies.failures, pauses), (tick() - startTick) * (readTimeShare - 1)),
      ).unref();
    });
  }

  /**
   * One page with sums, in place of the query's page that of `line`, from the current copy or the lines that have arrived; a check waits for more of these.
   * @throws UpstreamError of the failed read, ConsoleError `service-timeout` if it takes too long.
   */
  list(
    query: JournalQuery,
    sums: readonly string[],
    signal: AbortSignal,
    line: LineKey | null = null,
  ): Promise<JournalPage> {
    return this.#answer(signal, () => {
      const { current } = this.#copies;
      const isWhole = current !== null;
      const copy = current ?? (query.check === null ? this.#arrived() : null);
      if (copy === null) return null;
      const found = copy.lines.page(query, isWhole ? sums : [], line);
      if (!isWhole && found.rows.length === 0) return null;
      return {
        ...found,
        source: 'snapshot' as const,
        ...(!isWhole && { arrived: copy.lines.lines }),
        ...this.#ageOf(copy),
      };
    });
  }

  /** Keeps the copy until the caller calls `release`. @throws as `list`. */
  hold(signal: AbortSignal): Promise<HeldLines> {
    return this.#answer(signal, (isLast) => {
      const copy = this.#copies.current;
      if (copy === null || (!isLast && !this.#isUsable())) return null;
      return { lines: copy.lines, age: this.#ageOf(copy), release: copy.lines.hold() };
    });
  }

  /** Reads all lines again, unless that has begun. */
  refresh(): void {
    this.#isAskedFor = true;
    void this.#copies.refresh();
  }

  /** Milliseconds since the read of the current copy began; Infinity before the first. */
  get ageMs(): number {
    return this.#copies.ageMs;
  }

  /** Reads all lines for nobody, inside a fifth of the budget, until a person waits for them. */
  async readOnSchedule(): Promise<void> {
    this.#isScheduled ||= !this.#isReading;
    await this.#copies.refresh().catch(() => undefined); // `#readAll` has logged it
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    if (this.#isReading) await this.#copies.refresh().catch(() => undefined);
    this.#copies.current?.lines.close();
    this.#copies.forget();
  }

  /**
   * A caller who leaves does not stop the read.
   * @param find must be synchronous, because other lines may replace these; null: it needs more. `isLast`: no more
   * will come.
   */
  async #answer<T>(signal: AbortSignal, find: (isLast: boolean) => T | null): Promise<T> {
    signal.throwIfAborted();
    this.#waiting++;
    try {
      this.#copies.refreshIfDue();
      let found: T | null = null;
      const isOver = (): boolean => (found = find(!this.#isReading)) !== null || !this.#isReading;
      await until(isOver, { limitMs: longestWaitMs, everyMs: pollMs, signal });
      signal.throwIfAborted();
      found ??= find(true);
      if (found !== null) return found;
      throw (this.#isReading ? null : this.#failure) ?? this.#tooLong();
    } finally {
      this.#waiting--;
    }
  }

  get #isReading(): boolean {
    return this.#copies.readingMs !== null;
  }

  get #failure(): Error | null {
    return (this.#copies.failure?.error as Error | undefined) ?? null; // `failureOf` made it
  }

  #isUsable(): boolean {
    return this.#copies.ageMs < this.#usableMs;
  }

  #ageOf({ lines, number }: Copy): LinesAge {
    const failure = this.#failure;
    return {
      copy: number,
      asOf: new Date(lines.readAt).toISOString(),
      refreshing: this.#isReading,
      ...(failure && { stale: problemOf(failure) }),
    };
  }

  async #readAll(): Promise<Copy> {
    const { now, tick, directory, access, decimals, log } = this.#options;
    const [startedAt, startTick] = [now(), tick()];
    let writer: SnapshotWriter | null = null;
    try {
      writer = new SnapshotWriter(directory);
      this.#writing = { writer, startedAt, startTick };
      const idlePages = new IdlePages();
      for await (const page of this.#upstream.readJournal(this.#call())) {
        await writer.add(page.rows, this.#closing.signal);
        idlePages.note(writer.lines, page);
      }
      const lines = writer.finish(startedAt, access, decimals);
      writer = null;
      log.info({ lines: lines.lines, ms: Math.round(tick() - startTick) }, 'Journal lines read.');
      return { lines, number: this.#nextNumber() };
    } catch (error) {
      if (!this.#closing.signal.aborted) log.warn({ err: error }, 'The journal lines could not be read.');
      throw error;
    } finally {
      [this.#writing, this.#arriving] = [null, null];
      writer?.abandon();
    }
  }

  #arrived(): Copy | null {
    const { tick, access, decimals } = this.#options;
    if (this.#writing === null) return null;
    const { writer, startedAt, startTick } = this.#writing;
    const isRecent = tick() - (this.#arriving?.tick ?? startTick) < arrivalMs;
    if (!isRecent && writer.lines > (this.#arriving?.lines.lines ?? 0))
      this.#arriving = {
        lines: writer.soFar(startedAt, access, decimals),
        ...{ number: this.#nextNumber(), tick: tick() },
      };
    return this.#arriving;
  }

  /** A person may begin to wait for a background read. */
  #call(): { signal: AbortSignal; readonly priority: Priority } {
    const isWaitedFor = (): boolean => this.#isAskedFor || (this.#waiting > 0 && !this.#isUsable());
    const isScheduled = (): boolean => this.#isScheduled;
    return {
      signal: this.#closing.signal,
      get priority() {
        return isWaitedFor() ? 'interactive' : isScheduled() ? 'scheduled' : 'background';
      },
    };
  }

  /** Numbers of one replica sort by time. */
  #nextNumber(): string {
    return `${this.#start}-${String(++this.#made).padStart(6, '0')}`;
  }

  #tooLong(): ConsoleError {
    const arrived = (this.#writing?.writer.lines ?? 0).toLocaleString('en-US');
    return new ConsoleError(
      'service-timeout',
      `The service is still sending the journal lines (${arrived} so far). Reading goes on; try again in a moment.`,
    );
  }
}

function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const isOfSqlite = 'code' in error && String(error.code).startsWith('SQLITE_');
  const isOfDisk = isOfSqlite || 'syscall' in error; // Node's file errors
  if (!isOfDisk || error instanceof UpstreamError) return error;
  return new ConsoleError(
    'internal',
    'The console could not keep a copy of the journal lines: its disk is full or cannot be written. Nothing was changed. Tell the operator of the console, whose log says more.',
    { cause: error },
  );
}

function problemOf(error: Error): { code: string; detail: string } {
  if (error instanceof UpstreamError) return { code: error.code, detail: error.userMessage };
  if (error instanceof ConsoleError) return { code: error.code, detail: error.message };
  return { code: 'internal', detail: 'The console could not read the lines again. Its log says why.' };
}
