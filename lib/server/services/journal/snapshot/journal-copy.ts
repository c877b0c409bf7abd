import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { backoffMs, type Backoff } from '@/lib/domain/backoff';
import { usualDecimals } from '@/lib/domain/currency';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { ConsoleError } from '@/lib/server/console-error';
import { until } from '@/lib/server/until';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { KnownAccess } from './check-rows';
import type { JournalSnapshot } from './journal-snapshot';
import { SnapshotWriter } from './snapshot-writer';
import type { Priority } from '@/lib/server/upstream/transport/turns';

interface JournalCopyOptions {
  /** Folder for the disposable files; nothing in it outlives the process. */
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now?: () => number;
  /** Milliseconds of a clock that is never set back. */
  tick?: () => number;
  /** The access matrix, for the checks that ask it; without it they say that it is not read. */
  access?: KnownAccess;
  /** Decimals of the currency, which checks of amounts go by; two where it is left out. */
  decimals?: number;
}

/** Which copy an answer is made of, and how old its lines are. */
export type LinesAge = Pick<JournalPage, 'copy' | 'asOf' | 'refreshing' | 'stale'>;

/** A copy of all lines that stays readable though a newer one takes its place. */
export interface HeldLines {
  lines: JournalSnapshot;
  age: LinesAge;
  release: () => void;
}

/** Lines that can be asked, and the number that answers name them by. */
interface Copy {
  lines: JournalSnapshot;
  number: string;
}

/** A younger copy is not read again, unless a person asks for it. */
const freshMs = 60_000;
/** Reads that begin by themselves take at most one part in so many of the time. */
const timesOfReading = 5;
/** Sums, groups, checks and files wait for a newer copy than one that is older than this, or than twice `#freshMs`. */
const usableMs = 10 * 60_000;
const [lookMs, longestWaitMs] = [50, 110_000];
/** Pauses between reads that fail. */
const pauses: Backoff = { firstMs: 1_000, longestMs: 30_000 };
/** A first read that takes longer is shown while it goes on; what has arrived is added this often. */
const arrivalMs = 1_000;

/**
 * This replica's copy of all journal lines of a connection. It is read from the console's start on, and again when
 * somebody asks and it has grown old. Lines of the first read can be listed while they arrive.
 */
export class JournalCopy {
  readonly #upstream: Upstream;
  readonly #options: Required<JournalCopyOptions>;
  readonly #closing = new AbortController();
  /** No other replica, and no other start of this one, numbers its copies alike. */
  readonly #start = randomUUID().slice(0, 8);
  #copies = 0;
  #current: Copy | null = null;
  /** The read under way: what it has written, and when it began. */
  #writing: { writer: SnapshotWriter; startedAt: number; startTick: number } | null = null;
  /** Lines of the first read that can be listed. */
  #arriving: (Copy & { tick: number }) | null = null;
  #reading: Promise<void> | null = null;
  /** When the current copy began to be read, by `tick`, and how long it is young enough. */
  #readTick = 0;
  #freshMs = freshMs;
  #failure: { error: Error; dueTick: number } | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** How many questions are being answered. */
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
  }

  /** Begins the first read, and tries again after growing pauses until there is a copy. */
  start(): void {
    void this.#read().then(() => {
      if (this.#current !== null || this.#closing.signal.aborted) return;
      this.#retry = setTimeout(
        () => {
          if (this.#current === null) this.start();
        },
        backoffMs(this.#failures, pauses),
      ).unref();
    });
  }

  /**
   * One page with the sums of these fields. It is answered from the copy at hand, whatever its age, or while there is
   * none from the lines that have arrived; a check, and a page without lines, then wait for more of them.
   * @throws UpstreamError of the read that failed, ConsoleError `service-timeout` when it takes too long.
   */
  list(query: JournalQuery, sums: readonly string[], signal: AbortSignal): Promise<JournalPage> {
    const { page, pageSize } = query;
    return this.#answer(signal, () => {
      const isWhole = this.#current !== null;
      const copy = this.#current ?? (query.check === null ? this.#arrived() : null);
      if (copy === null) return null;
      const found = copy.lines.page(query, isWhole ? sums : []);
      if (!isWhole && found.rows.length === 0) return null;
      return {
        ...found,
        ...{ page, pageSize, source: 'snapshot' as const },
        ...(!isWhole && { arrived: copy.lines.lines }),
        ...this.#ageOf(copy),
      };
    });
  }

  /**
   * The copy of all lines, kept as it is until `release` is called, which must happen.
   * @throws as `list`.
   */
  hold(signal: AbortSignal): Promise<HeldLines> {
    return this.#answer(signal, (isLast) => {
      const copy = this.#current;
      if (copy === null || (!isLast && !this.#isUsable())) return null;
      return { lines: copy.lines, age: this.#ageOf(copy), release: copy.lines.hold() };
    });
  }

  /** Reads all lines again, whatever the age of the copy, unless that has begun; answers say so until they are there. */
  refresh(): void {
    this.#freshMs = 0;
    void this.#read();
  }

  /** Ends a read under way and throws the copy away. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    await this.#reading;
    this.#current?.lines.close();
    this.#current = null;
  }

  /**
   * What `find` makes of the lines, asked again while more of them arrive. A person who leaves does not end the read.
   * @param find answers at once, because other lines may take the place of those it is given; null: it needs better
   * ones. `isLast`: there will be none.
   */
  async #answer<T>(signal: AbortSignal, find: (isLast: boolean) => T | null): Promise<T> {
    signal.throwIfAborted();
    this.#waiting++;
    try {
      this.#readIfDue();
      let found: T | null = null;
      const isOver = (): boolean => (found = find(this.#reading === null)) !== null || this.#reading === null;
      await until(isOver, { limitMs: longestWaitMs, everyMs: lookMs, signal });
      signal.throwIfAborted();
      found ??= find(true);
      if (found !== null) return found;
      throw (this.#reading === null ? this.#failure?.error : undefined) ?? this.#tooLong();
    } finally {
      this.#waiting--;
    }
  }

  #readIfDue(): void {
    const isPausing = this.#failure !== null && this.#options.tick() < this.#failure.dueTick;
    if (!isPausing && (this.#current === null || this.#age() >= this.#freshMs)) void this.#read();
  }

  #isUsable(): boolean {
    return this.#current !== null && this.#age() < Math.max(usableMs, 2 * this.#freshMs);
  }

  #age(): number {
    return this.#options.tick() - this.#readTick;
  }

  #ageOf({ lines, number }: Copy): LinesAge {
    const isOld = this.#failure !== null && this.#age() >= this.#freshMs;
    return {
      copy: number,
      asOf: new Date(lines.readAt).toISOString(),
      refreshing: this.#reading !== null,
      ...(isOld && this.#failure && { stale: problemOf(this.#failure.error) }),
    };
  }

  /** Reads all lines once, however many ask for it. Never rejects: the outcome is in #current or #failure. */
  #read(): Promise<void> {
    return (this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    }));
  }

  async #readAll(): Promise<void> {
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
      const before = this.#current;
      const lines = writer.finish(startedAt, access, decimals);
      writer = null;
      this.#current = { lines, number: this.#nextNumber() };
      this.#readTick = startTick;
      const tookMs = tick() - startTick;
      this.#freshMs = Math.max(freshMs, tookMs * timesOfReading);
      [this.#failure, this.#failures] = [null, 0];
      before?.lines.close();
      log.info({ lines: lines.lines, ms: Math.round(tookMs) }, 'Journal lines read.');
    } catch (error) {
      this.#failures++;
      // A read that breaks off late must not be repeated all the time, while an older copy does.
      const restMs = this.#current === null ? 0 : (tick() - startTick) * (timesOfReading - 1);
      this.#failure = {
        error: failureOf(error),
        dueTick: tick() + Math.max(backoffMs(this.#failures, pauses), restMs),
      };
      if (!this.#closing.signal.aborted) log.warn({ err: error }, 'The journal lines could not be read.');
    } finally {
      [this.#writing, this.#arriving] = [null, null];
      writer?.abandon();
    }
  }

  /** What can be listed of the first read. */
  #arrived(): Copy | null {
    const { tick, access, decimals } = this.#options;
    if (this.#writing === null) return null;
    const { writer, startedAt, startTick } = this.#writing;
    const isSoon = tick() - (this.#arriving?.tick ?? startTick) < arrivalMs;
    if (!isSoon && writer.lines > (this.#arriving?.lines.lines ?? 0))
      this.#arriving = {
        lines: writer.soFar(startedAt, access, decimals),
        ...{ number: this.#nextNumber(), tick: tick() },
      };
    return this.#arriving;
  }

  /** Each page is asked for with the priority of that moment: a person may begin to wait for a read of the background. */
  #call(): { signal: AbortSignal; readonly priority: Priority } {
    const isWaitedFor = (): boolean => this.#freshMs === 0 || (this.#waiting > 0 && !this.#isUsable());
    return {
      signal: this.#closing.signal,
      get priority() {
        return isWaitedFor() ? 'interactive' : 'background';
      },
    };
  }

  /** Numbers of one replica sort as its copies came. */
  #nextNumber(): string {
    return `${this.#start}-${String(++this.#copies).padStart(6, '0')}`;
  }

  #tooLong(): ConsoleError {
    const arrived = (this.#writing?.writer.lines ?? 0).toLocaleString('en-US');
    return new ConsoleError(
      'service-timeout',
      `The service is still sending the journal lines (${arrived} so far). Reading goes on; try again in a moment.`,
    );
  }
}

/** Tells people of a full disk or one that cannot be written; other failures stay as they are. */
function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const isOfSqlite = 'code' in error && String(error.code).startsWith('SQLITE_');
  const isOfDisk = isOfSqlite || 'syscall' in error; // what Node says of files
  if (!isOfDisk || error instanceof UpstreamError) return error;
  return new ConsoleError(
    'internal',
    'The console could not keep a copy of the journal lines: its disk is full or cannot be written. Nothing was changed. Tell whoever runs the console, whose log says more.',
    { cause: error },
  );
}

function problemOf(error: Error): { code: string; detail: string } {
  if (error instanceof UpstreamError) return { code: error.code, detail: error.userMessage };
  if (error instanceof ConsoleError) return { code: error.code, detail: error.message };
  return { code: 'internal', detail: 'The console could not read the lines again. Its log says why.' };
}
