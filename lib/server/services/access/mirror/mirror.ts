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
import type { CompleteRead, ReadWatcher } from './complete-read';
import { applyValue, type Proof } from './proof';
import { IdlePages } from '@/lib/server/upstream/odata/idle-pages';
import { problemOf, type ReadFailure } from './read-failure';
import type { ReadBelief } from './read-belief';
import { WaitingOutside, type OutsideEntry } from './outside-to-review';

interface MirrorParts {
  onFailure?: (error: unknown) => void;
  watcher?: ReadWatcher;
  /** Without it every read is believed. */
  belief?: ReadBelief;
  now?: () => number;
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
  /** Values confirmed during a read, because pages requested earlier may hold older ones. */
  #provenDuringRead: { proof: Proof; tick: number }[] = [];
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

  /**
   * Starts the first read, a due refresh or a due retry. @throws the error of the first read while there is nothing to
   * show.
   */
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
      outside: this.#outside.tell(),
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
    void this.#reads.refresh();
  }

  /** Reads everything again and waits for the comparison with the read before. @throws the read's error. */
  async readAgain(): Promise<void> {
    await this.#reads.refresh();
    await this.#watcher?.settled();
  }

  /** Stores a value read from the service; `null` means no assignment. */
  confirm(proof: Proof): void {
    this.#take(proof, true);
  }

  /** Applies the value of a ledger entry, unless a read is newer. */
  applyLedgerEntry(proof: Proof, seq: number): void {
    if (seq <= (this.#shown?.ledgerSeq ?? -1)) this.clearUnconfirmed(proof);
    else this.#take(proof, seq > (this.#arrivingSeq ?? -1));
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
    this.#tell();
  }

  /** Removes the changes outside that a person has reviewed, up to a ledger entry. */
  reviewOutside(last: number): void {
    this.#outside.review(last);
    this.#tell();
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
    this.#watcher?.landed(shown);
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

  #take({ recordType, recordId, entityId, accessible }: Proof, isForArriving: boolean): void {
    const proof = { recordType, recordId, entityId, accessible };
    if (this.#arriving && isForArriving) {
      this.#provenDuringRead.push({ proof, tick: performance.now() });
      applyValue(proof, this.#arriving);
    }
    const shown = this.#shown;
    const before = shown && valueOf(shown.matrix, proof);
    const changed = shown ? applyValue(proof, shown.matrix) : this.#arriving !== null;
    // A doubtful read proves nothing about cells that it does not list.
    if (shown?.doubt === null && changed)
      this.#watcher?.proved(shown, { recordType, recordId, entityId }, before);
    if (this.#unconfirmed.delete(cellKey(proof)) || changed) this.#changed();
  }

  #changed(): void {
    this.#revision++;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async #read(): Promise<void> {
    const arriving = new GrowingMatrix();
    this.#arriving = arriving;
    this.#arrivingSeq = null;
    this.#provenDuringRead = [];
    const idlePages = new IdlePages();
    this.#tell();
    try {
      const ledgerSeq = (await this.#watcher?.ledgerSeq()) ?? null;
      this.#arrivingSeq = ledgerSeq;
      const asOf = this.#now();
      const beganTick = performance.now();
      for await (const page of this.#upstream.readSecurity(
        {},
        { priority: 'background', signal: this.#abort.signal },
      )) {
        for (const row of page.rows) {
          arriving.add(
            row.BssiMasterRecordType,
            row.BssiMasterRecordID,
            row.BssiEntityID,
            row.BssiAccessible,
          );
        }
        for (const { proof, tick } of this.#provenDuringRead)
          if (tick >= page.requestedTick) applyValue(proof, arriving);
        idlePages.note(arriving.assignments, page);
        if (!this.#shown) this.#revision++;
        this.#tell();
      }
      arriving.trim();
      const figures = figuresOf(arriving);
      const doubtful = (await this.#belief?.judge(figures, beganTick)) ?? null;
      this.#abort.signal.throwIfAborted();
      if (doubtful?.refusal) throw doubtful.refusal;
      const doubt = doubtful?.words ?? null;
      const before = doubtful?.before ?? null;
      const read = { matrix: arriving, asOf, endedAt: this.#now(), ledgerSeq, figures, doubt, before };
      if (doubt === null) this.#watcher?.landed(read);
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
      this.#provenDuringRead = [];
      this.#tell();
    }
  }
}
