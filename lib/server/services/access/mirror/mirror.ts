import 'server-only';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { Cell, MatrixStatus } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { encodeMatrix } from '@/lib/domain/access/matrix-codec';
import { valueOf } from '@/lib/domain/access/matrix-differences';
import { figuresOf, type MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { backoffMs } from '@/lib/domain/backoff';
import { ConsoleError } from '@/lib/server/console-error';
import { Refreshing } from '@/lib/server/refreshing';
import type { Upstream } from '@/lib/server/upstream/client';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import type { Priority } from '@/lib/server/upstream/transport/budget-state';
import type { ReadBelief } from './read-belief';
import { WaitingOutside, type OutsideEntry } from './outside-to-review';

export interface CompleteRead {
  matrix: GrowingMatrix;
  /** When the read began and ended (epoch ms). */
  asOf: number;
  endedAt: number;
  /** The newest ledger entry when the read began; null if unknown. */
  ledgerSeq: number | null;
  figures: MatrixFigures;
  /** Why the read is in doubt; null if it is believed. */
  doubt: string | null;
  before: MatrixFigures | null;
}

export interface ReadWatcher {
  /** The newest ledger entry; null if the ledger does not answer soon. Never rejects. */
  ledgerSeq: () => Promise<number | null>;
  /** Called before a complete, believed read replaces the one shown. */
  onBelieved: (read: CompleteRead) => void;
  /** Called when a cell of the shown, believed read has another value; `before` null: no assignment. */
  onDifference: (read: CompleteRead, cell: Cell, before: boolean | null) => void;
  settled: () => Promise<void>;
}

interface MirrorParts {
  onFailure?: (error: unknown) => void;
  watcher?: ReadWatcher;
  /** Without it every read is believed. */
  belief?: ReadBelief;
  now?: () => number;
}

/** A value read from the service; null: no assignment. */
type ConfirmedValue = Cell & { accessible: boolean | null };

interface ReadFailure {
  error: unknown;
  at: number;
}

export type MirrorProgress = Pick<
  MatrixStatus,
  'version' | 'complete' | 'loading' | 'arrived' | 'assignments' | 'doubt'
>;

export interface ShorterList {
  doubt: string;
  before: MatrixFigures;
}

export interface KnownMatrix {
  matrix: GrowingMatrix;
  version: string;
  isUnconfirmed: (cell: Cell) => boolean;
}

const compress = promisify(gzip);
/** Shown before the first read; never written to. */
const nothingRead = new GrowingMatrix();
const refreshAfterMs = 5 * 60_000;
const retryBackoff = { firstMs: 1_000, longestMs: 10_000 };

/**
 * The console's copy of one connection's whole matrix. A complete read replaces it; values that the console reads
 * back after a change are added. A failed refresh leaves the older matrix. A read that lists much less counts as
 * failed until a second one agrees; then the mirror shows it with its doubt.
 */
export class AccessMirror {
  readonly #upstream: Upstream;
  readonly #onFailure: (error: unknown) => void;
  readonly #watcher: ReadWatcher | null;
  readonly #belief: ReadBelief | null;
  readonly #now: () => number;
  /** Cells by `cellKey`; a change set of this or another replica checks each. */
  readonly #unconfirmed = new Map<string, Cell>();
  readonly #outside = new WaitingOutside();
  /** Distinguishes versions of this process from those of others. */
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #shown: CompleteRead | null = null;
  #arriving: GrowingMatrix | null = null;
  #appliedSeq = 0;
  #arrivingSeq: number | null = null;
  #failure: ReadFailure | null = null;
  readonly #reads: Refreshing<void>;
  #abort = new AbortController();
  /** Whether the schedule started the read under way. */
  #isScheduled = false;
  /** Values confirmed during a read, because pages requested earlier may hold older ones. */
  #confirmedDuringRead: { confirmed: ConfirmedValue; tick: number }[] = [];
  #document: { key: string; bytes: Promise<Buffer<ArrayBuffer>> } | null = null;

  constructor(upstream: Upstream, parts: MirrorParts = {}) {
    this.#upstream = upstream;
    this.#onFailure = parts.onFailure ?? (() => undefined);
    this.#watcher = parts.watcher ?? null;
    this.#belief = parts.belief ?? null;
    this.#now = parts.now ?? Date.now;
    this.#reads = new Refreshing({
      read: () => this.#read(),
      // Refreshing takes at most a tenth of the time, however long a read takes.
      freshMs: (_, tookMs) => Math.max(refreshAfterMs, tookMs * 10),
      pauseMs: (failures, error) => {
        const { retryAfterSeconds } = error instanceof ConsoleError ? error : {};
        return retryAfterSeconds === undefined
          ? backoffMs(failures, retryBackoff)
          : retryAfterSeconds * 1_000;
      },
    });
  }

  /** Calls back after any change of `progress()` or `status()`, often during a read. @returns unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts no read. */
  progress(): MirrorProgress {
    const { assignments } = this.visible();
    return {
      version: `${this.#epoch}-${String(this.#revision)}`,
      complete: this.#shown !== null,
      loading: this.#arriving !== null,
      assignments,
      arrived: this.#arriving?.assignments ?? assignments,
      doubt: this.#shown?.doubt ?? null,
    };
  }

  /** Starts a due read. @throws the error of the first read while there is nothing to show. */
  status(): MatrixStatus {
    this.#reads.refreshIfDue();
    // A retry counts once it has read something, so that pages do not flicker.
    if (this.#failure && !this.#shown && !this.#arriving?.assignments) throw this.#failure.error;
    const matrix = this.visible();
    return {
      ...this.progress(),
      ledgerSeq: Math.max(this.#appliedSeq, this.#shown?.ledgerSeq ?? 0),
      records: matrix.recordCount,
      entities: matrix.entityCount,
      asOf: this.#shown ? new Date(this.#shown.asOf).toISOString() : null,
      problem: this.#failure && problemOf(this.#failure),
      [unconfirmedState]: [...this.#unconfirmed.values()],
      outside: this.#outside.listed(),
    };
  }

  /** The gzipped document of lib/domain/access/matrix-codec.ts, shared until its content changes. @throws as `status`. */
  document(): Promise<Buffer<ArrayBuffer>> {
    const status = this.status();
    // A page trusts a document only up to its `ledgerSeq`, so a newer number needs a new document.
    const { version, loading, asOf, ledgerSeq } = status;
    const key = [version, loading, asOf, ledgerSeq, this.#outside.version].map(String).join(' ');
    if (this.#document?.key === key) return this.#document.bytes;
    const bytes = compress(encodeMatrix(this.visible(), status));
    this.#document = { key, bytes };
    bytes.catch(() => (this.#document = null));
    return bytes;
  }

  refresh(): void {
    this.#isScheduled = false;
    void this.#reads.refresh();
  }

  /** Milliseconds since the shown read began; Infinity before the first. */
  get ageMs(): number {
    return this.#reads.ageMs;
  }

  /** Reads everything for nobody, inside a fifth of the budget. A person who refreshes meanwhile gets the whole of it. */
  async readOnSchedule(): Promise<void> {
    const isRunning = this.#arriving !== null;
    this.#isScheduled ||= !isRunning;
    await this.#reads.refresh().catch(() => undefined); // `onFailure` has logged it
    await this.#watcher?.settled();
  }

  /** Reads everything again and waits for the comparison with the read before. @throws the read's error. */
  async readAgain(): Promise<void> {
    this.#isScheduled = false;
    await this.#reads.refresh();
    await this.#watcher?.settled();
  }

  /** Stores a value read from the service; `null` means no assignment. */
  confirm(confirmed: ConfirmedValue): void {
    this.#apply(confirmed, true);
  }

  /** Applies the value of a ledger entry, unless a read is newer. */
  applyLedgerEntry(confirmed: ConfirmedValue, seq: number): void {
    if (seq <= (this.#shown?.ledgerSeq ?? -1)) this.clearUnconfirmed(confirmed);
    else this.#apply(confirmed, seq > (this.#arrivingSeq ?? -1));
  }

  appliedTo(seq: number): void {
    this.#appliedSeq = Math.max(this.#appliedSeq, seq);
  }

  markUnconfirmed({ recordType, recordId, entityId }: Cell): void {
    const cell = { recordType, recordId, entityId };
    const key = cellKey(cell);
    if (this.#unconfirmed.has(key)) return;
    this.#unconfirmed.set(key, cell);
    this.#changed();
  }

  /** Removes the mark of a cell whose change was decided without reading a value. */
  clearUnconfirmed(cell: Cell): void {
    if (this.#unconfirmed.delete(cellKey(cell))) this.#changed();
  }

  noteOutside(entry: OutsideEntry): void {
    this.#outside.note(entry);
    this.#notify();
  }

  /** Removes the changes outside that a person has reviewed, up to a ledger entry. */
  reviewOutside(last: number): void {
    this.#outside.review(last);
    this.#notify();
  }

  /** Why the newest complete read is in doubt, shown or not; null if it is believed. */
  doubt(): string | null {
    return this.#belief?.waitingWords ?? this.#shown?.doubt ?? null;
  }

  shorterList(): ShorterList | null {
    const { doubt = null, before = null } = this.#shown ?? {};
    return doubt === null || before === null ? null : { doubt, before };
  }

  /** Judges a doubtful read again after an administrator accepted it on this or another replica. */
  async reconsider(): Promise<void> {
    const shown = this.#shown;
    this.#reads.expire(); // a read that was not shown may be believed now
    if (this.#belief === null || shown === null || shown.doubt === null) return;
    try {
      if ((await this.#belief.judge(shown.figures, 0)) !== null || this.#shown !== shown) return;
    } catch (error) {
      return this.#onFailure(error); // the next read tries again
    }
    shown.doubt = null;
    this.#watcher?.onBelieved(shown);
    this.#changed();
  }

  /** The complete matrix with later changes; null before the first complete read. */
  whole(): GrowingMatrix | null {
    return this.#shown?.matrix ?? null;
  }

  known(): KnownMatrix | null {
    const matrix = this.whole();
    const isUnconfirmed = (cell: Cell): boolean => this.#unconfirmed.has(cellKey(cell));
    return matrix && { matrix, version: this.progress().version, isUnconfirmed };
  }

  visible(): GrowingMatrix {
    return this.#shown?.matrix ?? this.#arriving ?? nothingRead;
  }

  /** Approximate number of records of a type; one page's worth before any is read. */
  recordsOfType(recordType: string): number {
    return this.visible().recordsOfType(recordType) || 20_000;
  }

  /** The newest known value of a cell; null: no assignment; undefined: not read yet. */
  valueOf(cell: Cell): boolean | null | undefined {
    return valueOf(this.visible(), cell) ?? (this.#shown ? null : undefined);
  }

  /** When the last complete read began (ISO); null before the first. Starts a due refresh. */
  asOf(): string | null {
    return this.#shown && this.status().asOf;
  }

  close(): void {
    this.#abort.abort();
    this.#unconfirmed.clear();
  }

  #apply({ recordType, recordId, entityId, accessible }: ConfirmedValue, isForArriving: boolean): void {
    const confirmed = { recordType, recordId, entityId, accessible };
    if (this.#arriving && isForArriving) {
      this.#confirmedDuringRead.push({ confirmed, tick: performance.now() });
      applyValue(confirmed, this.#arriving);
    }
    const shown = this.#shown;
    const before = shown && valueOf(shown.matrix, confirmed);
    const changed = shown ? applyValue(confirmed, shown.matrix) : this.#arriving !== null;
    // A doubtful read proves nothing about cells that it does not list.
    if (shown?.doubt === null && changed)
      this.#watcher?.onDifference(shown, { recordType, recordId, entityId }, before);
    if (this.#unconfirmed.delete(cellKey(confirmed)) || changed) this.#changed();
  }

  #changed(): void {
    this.#revision++;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** A person may begin to wait for a scheduled read. */
  #call(): { signal: AbortSignal; readonly priority: Priority } {
    const priority = (): Priority => (this.#isScheduled && this.#shown !== null ? 'scheduled' : 'background');
    return {
      signal: this.#abort.signal,
      get priority() {
        return priority();
      },
    };
  }

  async #read(): Promise<void> {
    const arriving = new GrowingMatrix();
    this.#arriving = arriving;
    this.#arrivingSeq = null;
    this.#confirmedDuringRead = [];
    const idlePages = new IdlePages();
    this.#notify();
    try {
      const ledgerSeq = (await this.#watcher?.ledgerSeq()) ?? null;
      this.#arrivingSeq = ledgerSeq;
      const asOf = this.#now();
      const beganTick = performance.now();
      for await (const page of this.#upstream.readSecurity({}, this.#call())) {
        for (const row of page.rows) {
          arriving.add(
            row.BssiMasterRecordType,
            row.BssiMasterRecordID,
            row.BssiEntityID,
            row.BssiAccessible,
          );
        }
        for (const { confirmed, tick } of this.#confirmedDuringRead)
          if (tick >= page.requestedTick) applyValue(confirmed, arriving);
        idlePages.note(arriving.assignments, page);
        if (!this.#shown) this.#revision++;
        this.#notify();
      }
      arriving.trim();
      const figures = figuresOf(arriving);
      const doubtful = (await this.#belief?.judge(figures, beganTick)) ?? null;
      this.#abort.signal.throwIfAborted();
      if (doubtful?.refusal) throw doubtful.refusal;
      const doubt = doubtful?.words ?? null;
      const before = doubtful?.before ?? null;
      const read = { matrix: arriving, asOf, endedAt: this.#now(), ledgerSeq, figures, doubt, before };
      if (doubt === null) this.#watcher?.onBelieved(read);
      this.#shown = read;
      this.#failure = null;
      this.#revision++;
    } catch (error) {
      if (this.#abort.signal.aborted) throw error;
      this.#failure = { error, at: this.#now() };
      this.#revision++;
      this.#onFailure(error);
      throw error;
    } finally {
      this.#arriving = null;
      this.#isScheduled = false;
      this.#confirmedDuringRead = [];
      this.#notify();
    }
  }
}

/** Writes a value into a matrix. @returns whether the matrix changed. */
function applyValue(confirmed: ConfirmedValue, matrix: GrowingMatrix): boolean {
  const { recordType, recordId, entityId, accessible } = confirmed;
  const before = valueOf(matrix, confirmed);
  if (accessible === null) matrix.remove(recordType, recordId, entityId);
  else matrix.add(recordType, recordId, entityId, accessible);
  return before !== accessible;
}

/** Why a read is not shown, in words for people. */
function problemOf({ error, at }: ReadFailure): MatrixStatus['problem'] {
  const known = error instanceof UpstreamError || error instanceof ConsoleError;
  return {
    code: known ? error.code : 'internal',
    ...(error instanceof ConsoleError && error.title !== undefined && { title: error.title }),
    detail: known ? error.message : 'The console itself failed while reading. Its log says why.',
    at: new Date(at).toISOString(),
  };
}
