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
  /** Told about every failed read; the mirror itself goes on trying. */
  onFailure?: (error: unknown) => void;
  watcher?: ReadWatcher;
  /** Decides whether a read is believed; without it each one is. */
  belief?: ReadBelief;
  /** When a read began and ended (epoch ms). */
  now?: () => number;
}

/** How far the reading is. */
export type MirrorProgress = Pick<
  MatrixStatus,
  'version' | 'complete' | 'loading' | 'arrived' | 'assignments' | 'doubt'
>;

/** A list that is shown although it is in doubt. */
export interface ShorterList {
  doubt: string;
  before: MatrixFigures;
}

/** The whole matrix at one moment. */
export interface KnownMatrix {
  matrix: GrowingMatrix;
  /** Another one whenever the matrix or what is unconfirmed of it is another. */
  version: string;
  /** Whether a change of the cell was sent and nobody knows yet whether it happened. */
  isUnconfirmed: (cell: Cell) => boolean;
}

const compress = promisify(gzip);
/** What is seen while nothing has been read; nobody writes into it. */
const nothingRead = new GrowingMatrix();
const refreshAfterMs = 5 * 60_000;
/** Between reads that fail, where the service does not say when to ask again. */
const retryBackoff = { firstMs: 1_000, longestMs: 10_000 };

/**
 * The console's copy of one connection's whole matrix. Filled page by page, swapped only when a read reached the end,
 * read again in the background when old; keeps the values that were read back after a change, and the cells whose
 * value nobody knows. A first read that fails is an error; a refresh that fails leaves the older matrix, with its age.
 * A read that lists much less than the one before counts as failed until a second one says the same; then it is shown
 * with its doubt.
 */
export class AccessMirror {
  readonly #upstream: Upstream;
  readonly #onFailure: (error: unknown) => void;
  readonly #watcher: ReadWatcher | null;
  readonly #belief: ReadBelief | null;
  readonly #now: () => number;
  /** Cells whose value nobody knows, by `cellKey`: a change set finds out about each, here or on another replica. */
  readonly #unconfirmed = new Map<string, Cell>();
  readonly #outside = new WaitingOutside();
  /** Tells the versions of this process from those of others. */
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #shown: CompleteRead | null = null;
  #arriving: GrowingMatrix | null = null;
  #appliedSeq = 0;
  /** `ledgerSeq` of the read under way. */
  #arrivingSeq: number | null = null;
  #failure: ReadFailure | null = null;
  readonly #reads: Refreshing<void>;
  #abort = new AbortController();
  /** Values proven while a read is under way: a page asked for earlier must not undo them. */
  #provenDuringRead: { proof: Proof; tick: number }[] = [];
  /** The newest document asked for. */
  #document: { key: string; bytes: Promise<Buffer<ArrayBuffer>> } | null = null;

  constructor(upstream: Upstream, parts: MirrorParts = {}) {
    this.#upstream = upstream;
    this.#onFailure = parts.onFailure ?? (() => undefined);
    this.#watcher = parts.watcher ?? null;
    this.#belief = parts.belief ?? null;
    this.#now = parts.now ?? Date.now;
    this.#reads = new Refreshing({
      read: () => this.#read(),
      // A matrix that takes long to read is read again less often: at most a tenth of the time goes into refreshing.
      freshMs: (_, tookMs) => Math.max(refreshAfterMs, tookMs * 10),
      pauseMs: (failures, error) => {
        const { retryAfterSeconds } = error instanceof ConsoleError ? error : {};
        return retryAfterSeconds === undefined
          ? backoffMs(failures, retryBackoff)
          : retryAfterSeconds * 1_000;
      },
    });
  }

  /** Listens for any change of `progress()` or `status()`, many a second while reading, until the function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How far the reading is; asking starts nothing. */
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
   * How complete and how old the matrix is. Asking also starts the first read, a due refresh or a due retry.
   * @throws the error of the first read while there is nothing to show.
   */
  status(): MatrixStatus {
    this.#reads.refreshIfDue();
    // A retry counts only once it has brought something, so that a page does not flicker between two states.
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

  /**
   * The columnar document (see lib/domain/access/matrix-codec.ts), gzip-compressed, made once for all who ask while
   * nothing that it says has changed.
   * @throws as `status`.
   */
  document(): Promise<Buffer<ArrayBuffer>> {
    const status = this.status();
    // A page trusts a document only up to its `ledgerSeq`, so a newer number makes a new document of the same version.
    const { version, loading, asOf, ledgerSeq } = status;
    const key = [version, loading, asOf, ledgerSeq, this.#outside.version].map(String).join(' ');
    if (this.#document?.key === key) return this.#document.bytes;
    const bytes = compress(encodeMatrix(this.visible(), status));
    this.#document = { key, bytes };
    bytes.catch(() => (this.#document = null)); // the next page tries again
    return bytes;
  }

  /** Reads everything again, unless a read is under way. */
  refresh(): void {
    void this.#reads.refresh();
  }

  /**
   * Reads everything again, and waits until that was compared with the read before.
   * @throws what the read failed with.
   */
  async readAgain(): Promise<void> {
    await this.#reads.refresh();
    await this.#watcher?.settled();
  }

  /** Keeps what was read from the service itself about an assignment, `null` when it has none. */
  confirm(proof: Proof): void {
    this.#take(proof, true);
  }

  /** Takes over what an entry of the ledger proves, by whichever replica, where no read is newer. */
  applyLedgerEntry(proof: Proof, seq: number): void {
    if (seq <= (this.#shown?.ledgerSeq ?? -1)) this.clearUnconfirmed(proof);
    else this.#take(proof, seq > (this.#arrivingSeq ?? -1));
  }

  /** Every entry of the ledger up to this one has been taken over. */
  appliedTo(seq: number): void {
    this.#appliedSeq = Math.max(this.#appliedSeq, seq);
  }

  /** Marks a cell whose change is unconfirmed; a change set finds out about it. */
  markUnconfirmed({ recordType, recordId, entityId }: Cell): void {
    const cell = { recordType, recordId, entityId };
    const key = cellKey(cell);
    if (this.#unconfirmed.has(key)) return;
    this.#unconfirmed.set(key, cell);
    this.#changed();
  }

  /** Takes the mark of a cell off: its change is decided, without a value being read. */
  clearUnconfirmed(cell: Cell): void {
    if (this.#unconfirmed.delete(cellKey(cell))) this.#changed();
  }

  /** Something was found changed outside, and waits to be reviewed. */
  noteOutside(entry: OutsideEntry): void {
    this.#outside.note(entry);
    this.#tell();
  }

  /** Somebody has reviewed what changed outside, up to an entry of the ledger. */
  reviewOutside(last: number): void {
    this.#outside.review(last);
    this.#tell();
  }

  /** Why the newest complete read is in doubt, shown or not, in words; null: it is believed. */
  doubt(): string | null {
    return this.#belief?.waitingWords ?? this.#shown?.doubt ?? null;
  }

  /** Where the shown list is in doubt: why, in words, and how much the service listed before. Null: it is believed. */
  shorterList(): ShorterList | null {
    const { doubt = null, before = null } = this.#shown ?? {};
    return doubt === null || before === null ? null : { doubt, before };
  }

  /** Looks again at what is in doubt, after an administrator accepted a smaller read on this or another replica. */
  async reconsider(): Promise<void> {
    const shown = this.#shown;
    this.#reads.expire(); // what was not shown yet may be believed by now
    if (this.#belief === null || shown === null || shown.doubt === null) return;
    try {
      if ((await this.#belief.judge(shown.figures, 0)) !== null || this.#shown !== shown) return;
    } catch (error) {
      return this.#onFailure(error); // the next read finds out
    }
    shown.doubt = null;
    this.#watcher?.landed(shown);
    this.#changed();
  }

  /** The matrix that was read to the end, kept up with changes; null before the first. */
  whole(): GrowingMatrix | null {
    return this.#shown?.matrix ?? null;
  }

  /** The whole matrix with its version, for what is worked out from it and kept; null before the first. */
  known(): KnownMatrix | null {
    const matrix = this.whole();
    const isUnconfirmed = (cell: Cell): boolean => this.#unconfirmed.has(cellKey(cell));
    return matrix && { matrix, version: this.progress().version, isUnconfirmed };
  }

  /** What there is to show: the whole matrix, or what the first read has brought so far. */
  visible(): GrowingMatrix {
    return this.#shown?.matrix ?? this.#arriving ?? nothingRead;
  }

  /** About how many records a type has; a page's worth while nothing of it has been read. */
  recordsOfType(recordType: string): number {
    return this.visible().recordsOfType(recordType) || 20_000;
  }

  /** The newest value known of a cell; null: the service has no such assignment; undefined: it was not read yet. */
  valueOf(cell: Cell): boolean | null | undefined {
    return valueOf(this.visible(), cell) ?? (this.#shown ? null : undefined);
  }

  /**
   * When the service was last read to the end (ISO); null before the first time, of which `status` tells why. Asking
   * also starts a due refresh.
   */
  asOf(): string | null {
    return this.#shown && this.status().asOf;
  }

  /** Ends a read under way. */
  close(): void {
    this.#abort.abort();
    this.#unconfirmed.clear();
  }

  /** @param isForArriving whether the read under way may not know it yet. */
  #take({ recordType, recordId, entityId, accessible }: Proof, isForArriving: boolean): void {
    const proof = { recordType, recordId, entityId, accessible };
    if (this.#arriving && isForArriving) {
      this.#provenDuringRead.push({ proof, tick: performance.now() });
      applyValue(proof, this.#arriving);
    }
    const shown = this.#shown;
    const before = shown && valueOf(shown.matrix, proof);
    const changed = shown ? applyValue(proof, shown.matrix) : this.#arriving !== null;
    // What a doubtful read does not list is no value that a cell had.
    if (shown?.doubt === null && changed)
      this.#watcher?.proved(shown, { recordType, recordId, entityId }, before);
    if (this.#unconfirmed.delete(cellKey(proof)) || changed) this.#changed();
  }

  /** The content is another. */
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
