import 'server-only';
import type { Logger } from 'pino';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { ConsoleError } from '@/lib/server/console-error';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';
import type { KnownAccess } from './check-rows';
import type { JournalSnapshot } from './journal-snapshot';
import { SnapshotWriter } from './snapshot-writer';
import type { Priority } from '@/lib/server/upstream/transport/turns';

interface SnapshotOptions {
  /** Where the disposable files lie. */
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
  /** Milliseconds of a clock that is never set back. */
  tick: () => number;
  /** For the checks that ask whether an entity may use something. */
  access: KnownAccess;
  /** Decimals of the currency, which checks of amounts go by. */
  decimals: number;
}

/** How the snapshot stood when it was asked. */
export interface SnapshotState {
  refreshing: boolean;
  stale?: { code: string; detail: string };
}

const freshMs = 60_000; // younger: answered as it is; longer where reading takes long
/** At most one part in so many of the time goes into reading, while that leaves the copy usable. */
const timesOfReading = 5;
const usableMs = 10 * 60_000; // younger: answered as it is while a new one is read; older: the new one is waited for
const longestWaitMs = 110_000;
const pauseAfterFailureMs = 5_000;

/** Keeps one copy of all journal lines of a connection and renews it when somebody asks and it has grown old. */
export class SnapshotSource {
  readonly #upstream: Upstream;
  readonly #options: SnapshotOptions;
  readonly #closing = new AbortController();
  #current: JournalSnapshot | null = null;
  #reading: Promise<void> | null = null;
  #arrived = 0;
  /** When the current copy began to be read, by `tick`, and how long it is young enough. */
  #readTick = 0;
  #freshMs = freshMs;
  #failure: { error: Error; tick: number } | null = null;

  constructor(upstream: Upstream, options: SnapshotOptions) {
    this.#upstream = upstream;
    this.#options = options;
  }

  /**
   * Asks the copy, after reading it where there is none or it is too old. `question` must answer at once, because a
   * newer copy may take the place of the one it is given.
   * @throws UpstreamError of the read that failed, ConsoleError `service-timeout` when it takes too long.
   */
  async ask<T>(
    question: (snapshot: JournalSnapshot, state: SnapshotState) => T,
    signal: AbortSignal,
  ): Promise<T> {
    const age = () => this.#options.tick() - this.#readTick;
    if (!this.#current || age() >= usableMs) await this.#wait(signal);
    const snapshot = this.#current;
    if (!snapshot) throw this.#failure?.error ?? this.#tooLong();
    const old = age() >= this.#freshMs;
    const failed = this.#failure;
    const mayRead = !failed || this.#options.tick() - failed.tick >= pauseAfterFailureMs;
    if (old && mayRead) void this.#read('background');
    return question(snapshot, {
      refreshing: this.#reading !== null,
      ...(old && failed ? { stale: problemOf(failed.error) } : {}),
    });
  }

  /** Reads all lines again, whatever the age of the copy, unless that has begun; answers say so until they are there. */
  refresh(): void {
    this.#freshMs = 0;
    void this.#read('interactive');
  }

  /** Whether a copy is at hand, however old. */
  get present(): boolean {
    return this.#current !== null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reading;
    this.#current?.close();
    this.#current = null;
  }

  /** Until the read under way has ended, well or badly; the caller's patience does not end the read. */
  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const reading = this.#read('interactive');
    const patience = AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]);
    await Promise.race([
      reading,
      new Promise<void>((resolve) => {
        patience.addEventListener(
          'abort',
          () => {
            resolve();
          },
          { once: true },
        );
      }),
    ]);
    signal.throwIfAborted();
    if (patience.aborted && !this.#current) throw this.#tooLong();
  }

  /** Reads all lines once, however many ask for it. Never rejects: the outcome is in #current or #failure. */
  #read(priority: Priority): Promise<void> {
    return (this.#reading ??= this.#readAll(priority).finally(() => {
      this.#reading = null;
    }));
  }

  async #readAll(priority: Priority): Promise<void> {
    const signal = this.#closing.signal;
    const [started, startTick] = [this.#options.now(), this.#options.tick()];
    this.#arrived = 0;
    let writer: SnapshotWriter | null = null;
    try {
      writer = new SnapshotWriter(this.#options.directory);
      const idlePages = new IdlePages();
      for await (const page of this.#upstream.readJournal({}, { signal, priority })) {
        await writer.add(page.rows, signal);
        idlePages.note(writer.lines, page);
        this.#arrived = writer.lines;
      }
      const before = this.#current;
      this.#current = writer.finish(started, this.#options.access, this.#options.decimals);
      this.#readTick = startTick;
      const tookMs = this.#options.tick() - startTick;
      this.#freshMs = Math.min(usableMs / 2, Math.max(freshMs, tookMs * timesOfReading));
      writer = null;
      this.#failure = null;
      before?.close();
      this.#options.log.info({ lines: this.#current.lines, ms: Math.round(tookMs) }, 'Journal lines read.');
    } catch (error) {
      this.#failure = { error: failureOf(error), tick: this.#options.tick() };
      if (!signal.aborted) this.#options.log.warn({ err: error }, 'The journal lines could not be read.');
    } finally {
      writer?.abandon();
    }
  }

  #tooLong(): ConsoleError {
    const arrived = this.#arrived.toLocaleString('en-US');
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
    'The console could not keep a copy of the journal lines: its disk is full or cannot be written. Nothing was changed. Pages that the service filters and sorts by itself still work; tell whoever runs the console, whose log says more.',
    { cause: error },
  );
}

function problemOf(error: Error): { code: string; detail: string } {
  if (error instanceof UpstreamError) return { code: error.code, detail: error.userMessage };
  if (error instanceof ConsoleError) return { code: error.code, detail: error.message };
  return { code: 'internal', detail: 'The console could not read the lines again. Its log says why.' };
}
