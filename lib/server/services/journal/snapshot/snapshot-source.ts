import 'server-only';
import type { Logger } from 'pino';
import { ConsoleError } from '@/lib/server/console-error';
import type { Upstream } from '@/lib/server/upstream/client';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';
import type { JournalSnapshot } from './journal-snapshot';
import { SnapshotWriter } from './snapshot-writer';
import type { Priority } from '@/lib/server/upstream/transport/turns';

interface SnapshotOptions {
  /** Where the disposable files lie. */
  directory: string;
  log: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
}

/** How the snapshot stood when it was asked. */
export interface SnapshotState {
  refreshing: boolean;
  stale?: { code: string; detail: string };
}

const freshMs = 60_000; // younger: answered as it is
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
  #failure: { error: Error; at: number } | null = null;

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
    const { now } = this.#options;
    if (!this.#current || now() - this.#current.readAt >= usableMs) await this.#wait(signal);
    const snapshot = this.#current;
    if (!snapshot) throw this.#failure?.error ?? this.#tooLong();
    const old = now() - snapshot.readAt >= freshMs;
    const failed = this.#failure;
    if (old && (!failed || now() - failed.at >= pauseAfterFailureMs)) void this.#read('background');
    return question(snapshot, {
      refreshing: this.#reading !== null,
      ...(old && failed ? { stale: problemOf(failed.error) } : {}),
    });
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
    const started = this.#options.now();
    this.#arrived = 0;
    let writer: SnapshotWriter | null = null;
    try {
      writer = new SnapshotWriter(this.#options.directory);
      for await (const page of this.#upstream.readJournal({}, { signal, priority })) {
        await writer.add(page.rows, signal);
        this.#arrived = writer.lines;
      }
      const before = this.#current;
      this.#current = writer.finish(started);
      writer = null;
      this.#failure = null;
      before?.close();
      this.#options.log.info(
        { lines: this.#current.lines, ms: this.#options.now() - started },
        'Journal lines read.',
      );
    } catch (error) {
      this.#failure = {
        error: error instanceof Error ? error : new Error(String(error)),
        at: this.#options.now(),
      };
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

function problemOf(error: unknown): { code: string; detail: string } {
  return error instanceof UpstreamError
    ? { code: error.code, detail: error.userMessage }
    : { code: 'internal', detail: 'The console could not keep the lines it read. Its log says why.' };
}
